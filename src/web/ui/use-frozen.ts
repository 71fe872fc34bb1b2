import { useState } from 'react';

/** The value while `live`, and the last one of that time afterwards: for dialogs that are closing. */
export function useFrozen<T>(value: T, live: boolean): T {
  const [last, setLast] = useState(value);
  if (live && !Object.is(last, value)) setLast(value);
  return live ? value : last;
}
