import { useMediaQuery } from '@mantine/hooks';

/** Whether form and document stand side by side. */
export function useIsWide(): boolean {
  return (
    useMediaQuery('(min-width: 1080px)', undefined, { getInitialValueInEffect: false }) ?? true
  );
}
