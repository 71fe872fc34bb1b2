/** A document's PDF in a window of its own, and on paper. */

const PRINT_AFTER_MS = 1_000;

/** @returns whether the browser let the window open */
export function openPdf(address: string): boolean {
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

/**
 * Opens the PDF in a window and asks the browser to print it.
 * @returns whether the browser let the window open
 */
export function openAndPrintPdf(address: string): boolean {
  const tab = window.open(address, '_blank');
  if (!tab) return false;
  // A PDF viewer tells nobody when it is ready; a moment after the document is there it can print.
  setTimeout(() => {
    try {
      tab.focus();
      tab.print();
    } catch {
      // The window was closed, or shows the PDF outside of the browser: it prints from there.
    }
  }, PRINT_AFTER_MS);
  return true;
}
