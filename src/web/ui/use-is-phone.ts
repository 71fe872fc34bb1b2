import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is narrower than 768 px, where the phone's design takes over. */
export function useIsPhone(): boolean {
  return (
    useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false
  );
}

/** Whether the sidebar shows only its pictures, as on a tablet: what it leaves goes to the page. */
export function useIsSidebarNarrow(): boolean {
  return (
    useMediaQuery('(max-width: 1199px)', undefined, { getInitialValueInEffect: false }) ?? false
  );
}
