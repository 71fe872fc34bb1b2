import { useEffect, useRef, useState } from 'react';
import type { Money } from '../../../shared/money/money.ts';
import { readTypedMoney } from '../../../shared/money/money.ts';
import type { Outcome } from '../../lib/use-submission.ts';
import { useDialogForm } from '../../ui/dialog-form.tsx';
import type { Refusal } from './attempts.ts';
import type { Division } from './use-division.ts';

/** What is wrong with a form, by the names of its fields; '' is the form itself. */
type Faults = ReadonlyMap<string, string>;

/** What fields show of it, and take back once they are changed. */
export type FieldFaults = Pick<ReturnType<typeof useMoneyForm>, 'about' | 'clear'>;

/** A dialog's form about money: once its faults are known, the first field of them has the focus. */
export function useMoneyForm(dirty: boolean, onClose: () => void) {
  const [faults, setFaults] = useState<Faults>(new Map());
  const [times, setTimes] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { release, onCancel } = useDialogForm({ dirty }, onClose);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [times, form]);
  const show = (next: Faults): Outcome => {
    setFaults(next);
    setTimes((before) => before + 1);
    return 'open';
  };
  return {
    /** What a `DialogForm` is given. */
    shell: { ref: form, obstacle: faults.get(''), onCancel },
    about: (name: string) => faults.get(name),
    show,
    /** What was wrong with these is being changed; what concerns the whole form is open again. */
    clear: (...names: string[]) =>
      setFaults((before) => {
        const left = new Map(before);
        for (const name of [...names, '']) left.delete(name);
        return left.size === before.size ? before : left;
      }),
    /**
     * Closes the dialog, or shows what the server refused at the fields that it is about.
     * @param fields those of the form that calls name alike
     * @param parts as they were sent
     */
    end: (
      refused: Refusal | undefined,
      fields: readonly string[] = [],
      parts: Division['parts'] = [],
    ): Outcome => {
      if (refused) return show(placeFaults(refused, fields, parts));
      release();
      onClose();
      return 'done';
    },
  };
}

/** The name of an invoice's field. */
export const partName = (invoiceId: number) => `invoice ${invoiceId}`;

function placeFaults(
  { words, fields: faults }: Refusal,
  fields: readonly string[],
  parts: Division['parts'],
): Faults {
  const found = new Map<string, string>();
  for (const { path, message } of faults) {
    const index = /^allocations\.(\d+)\./.exec(path)?.[1];
    const part = index === undefined ? undefined : parts[Number(index)];
    if (part) found.set(partName(part.invoice.id), message);
    else found.set(fields.includes(path) ? path : '', message);
  }
  return found.size > 0 ? found : new Map([['', words]]);
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
