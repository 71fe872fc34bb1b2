import { useMediaQuery } from '@mantine/hooks';

/** Whether form and document stand side by side: below, one would leave the other no room. */
export function useIsWide(): boolean {
  return (
    useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false }) ?? true
  );
}
