import { useState } from 'react';
import type { Money } from '../../../shared/money/money.ts';
import {
  addMoney,
  isPositive,
  money,
  noMoney,
  readTypedMoney,
  sumMoneyIn,
} from '../../../shared/money/money.ts';
import type { PayableInvoice } from '../../../shared/payments/divide-payment.ts';
import { dividePayment, leftOfDivision } from '../../../shared/payments/divide-payment.ts';

/** An open invoice that a payment could settle. */
export interface OpenInvoice extends Omit<PayableInvoice, 'told'> {
  invoiceNumber: string;
  currency: string;
}

export type Division = ReturnType<typeof useDivision>;

/**
 * Which invoices take how much of an amount: those that are ticked are filled in the order of their due
 * dates, and what is typed stays.
 * @param amount what there is; undefined where it follows what the ticked ones take
 * @param first ticked at the beginning; undefined: as far as the amount reaches, the first due first, until
 *   somebody ticks
 */
export function useDivision(
  invoices: readonly OpenInvoice[],
  amount: Money | undefined,
  currency: string,
  first: readonly number[] | undefined,
) {
  const [ticks, setTicks] = useState<ReadonlySet<number>>();
  const ticked = ticks ?? new Set(first ?? reachedBy(amount, invoices));
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const told = (id: number) => {
    const text = typed.get(id);
    return text === undefined ? undefined : (readTypedMoney(text, currency) ?? noMoney(currency));
  };
  const chosen = invoices.flatMap((one) =>
    ticked.has(one.id) ? { ...one, told: told(one.id) } : [],
  );
  const enough = chosen
    .map((one) => one.told ?? money(one.amountDue, currency))
    .reduce(addMoney, noMoney(currency));
  const there = amount ?? enough;
  const amounts = dividePayment(there, chosen);
  const without = (id: number) => {
    const rest = new Map(typed);
    rest.delete(id);
    return rest;
  };
  return {
    invoices,
    /** Those that are ticked, in the order in which the call names them, with what each takes. */
    parts: chosen.flatMap((invoice) => {
      const part = amounts.get(invoice.id);
      // One for which nothing was left is not part of it, unless somebody says so.
      return part && (isPositive(part) || typed.has(invoice.id)) ? { invoice, part } : [];
    }),
    taken: sumMoneyIn(currency, amounts.values()),
    left: leftOfDivision(there, amounts.values()),
    isChanged:
      typed.size > 0 ||
      (ticks !== undefined &&
        (ticks.size !== (first?.length ?? 0) || first?.some((id) => !ticks.has(id)) === true)),
    isTicked: (id: number) => ticked.has(id),
    /** What stands in an invoice's field. */
    readText: (id: number) => typed.get(id) ?? amounts.get(id)?.amount ?? '',
    tick: (id: number) => {
      const next = new Set(ticked);
      if (!next.delete(id)) next.add(id);
      setTicks(next);
      setTyped(without(id));
    },
    type: (id: number, text: string) => setTyped(new Map(typed).set(id, text)),
    /** A field that was emptied is filled with what is left again. */
    endTyping: (id: number) => {
      if (typed.get(id)?.trim() === '') setTyped(without(id));
    },
  };
}

/** Those that an amount would settle, wholly or in part, if all took of it in their order. */
function reachedBy(amount: Money | undefined, invoices: readonly OpenInvoice[]): number[] {
  if (amount === undefined) return [];
  const all = invoices.map((one) => ({ ...one, told: undefined }));
  return [...dividePayment(amount, all)].flatMap(([id, part]) => (isPositive(part) ? [id] : []));
}
