import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is narrower than 800 px, where the phone's design takes over. */
export function useIsPhone(): boolean {
  return (
    useMediaQuery('(max-width: 799px)', undefined, { getInitialValueInEffect: false }) ?? false
  );
}
