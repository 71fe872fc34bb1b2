import { useEffect, useState } from 'react';

/** Nobody is told of what is still being typed. */
export const TYPING_MS = 700;

/** The value as it was last left alone for so many milliseconds. */
export function useDebouncedValue<T>(value: T, wait: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
