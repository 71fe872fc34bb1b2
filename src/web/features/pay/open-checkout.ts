/** A tab for the checkout, opened within the click: later the browser would not allow it. */
export interface CheckoutTab {
  /** Leads the tab there; where the browser gave none, this page goes itself. */
  go(url: string): 'tab' | 'here';
  /** There is nothing to show: the empty tab goes away again. */
  close(): void;
}

const WAITING = 'Opening the checkout…';

export function openCheckoutTab(): CheckoutTab {
  const tab = window.open('', '_blank');
  if (tab) {
    // What stands in the tab must not reach back to this page.
    tab.opener = null;
    try {
      tab.document.title = WAITING;
      tab.document.body.textContent = WAITING;
      tab.document.body.style.cssText =
        'margin:0;display:grid;place-items:center;min-height:100vh;font:16px system-ui;color-scheme:light dark';
    } catch {
      // Words are a courtesy; the tab will do without.
    }
  }
  return {
    go(url) {
      if (tab && !tab.closed) {
        tab.location.replace(url);
        return 'tab';
      }
      location.assign(url);
      return 'here';
    },
    close() {
      tab?.close();
    },
  };
}
