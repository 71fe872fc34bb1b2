import { useCallback, useSyncExternalStore } from 'react';

/** Whether the screen is as a media query says, now and when it changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia(query).matches);
}

/** Whether the screen is narrower than 768 px, where the phone's design takes over. */
export const useIsPhone = () => useMediaQuery('(max-width: 767px)');

/** Whether the sidebar shows only its pictures, as on a tablet: what it leaves goes to the page. */
export const useIsSidebarNarrow = () => useMediaQuery('(max-width: 1199px)');
