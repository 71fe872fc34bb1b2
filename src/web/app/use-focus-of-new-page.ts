import { useEffect, useRef } from 'react';

/**
 * Where a page was left by something that went with it, such as a search result, a dialog or a row,
 * the focus would stand nowhere, and the next Tab at the top of the document: it goes to the new
 * page. What still has the focus, such as a link of the sidebar or a search box, keeps it.
 * @param address of the page
 * @returns for the element that holds the page, which can be focused
 */
export function useFocusOfNewPage(address: string) {
  const page = useRef<HTMLElement>(null);
  const opened = useRef(address);
  useEffect(() => {
    if (opened.current === address) return;
    opened.current = address;
    if (document.activeElement !== document.body) return;
    page.current?.focus({ preventScroll: true });
  }, [address]);
  return page;
}
