import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { Money } from '../../../shared/money/money.ts';
import { readTypedMoney } from '../../../shared/money/money.ts';

/** What is wrong with a form, by the names of its fields; '' is the form itself. */
export type Faults = ReadonlyMap<string, string>;

/** A form's faults: once they are known, the first field of them has the focus. */
export function useFaults(form: RefObject<HTMLFormElement | null>) {
  const [faults, setFaults] = useState<Faults>(new Map());
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [times, form]);
  return {
    about: (name: string) => faults.get(name),
    show: (next: Faults) => {
      setFaults(next);
      setTimes((before) => before + 1);
    },
    /** What was wrong with these is being changed; what concerns the whole form is open again. */
    clear: (...names: string[]) =>
      setFaults((before) => {
        const left = new Map(before);
        for (const name of [...names, '']) left.delete(name);
        return left.size === before.size ? before : left;
      }),
  };
}

/** An amount as it was typed, or what is wrong with it before anybody is asked. */
export function readTypedAmount(
  text: string,
  currency: string,
): { amount: Money } | { fault: string } {
  if (text.trim() === '') return { fault: 'Amount is required' };
  const amount = readTypedMoney(text, currency);
  return amount ? { amount } : { fault: 'Amount is not a number' };
}
