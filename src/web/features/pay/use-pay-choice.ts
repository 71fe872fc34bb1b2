import { useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { isSameAmount } from '../../../shared/money/money.ts';
import type { Pays } from '../../../shared/payments/payable-amount.ts';
import type { Chosen, PayOption } from './pay-choice.ts';
import { payOptions, readChoice } from './pay-choice.ts';

export interface PayChoice extends Chosen {
  options: PayOption[];
  typed: string;
  /** A fault is told once somebody has tried to pay. */
  told: boolean;
  choose: (pays: Pays) => void;
  type: (text: string) => void;
  sendChoice: () => void;
}

/** What is chosen to be paid: what is due next, or all, until another amount is due. */
export function usePayChoice(data: PublicInvoice): PayChoice {
  const options = payOptions(data);
  const { amountDue, currency } = data.invoice;
  const usual = { of: amountDue, pays: options[0]?.pays ?? 'balance', typed: '', told: false };
  const [kept, setKept] = useState(usual);
  const isOffered = options.some(({ pays }) => pays === kept.pays);
  const now = isSameAmount(kept.of, amountDue, currency) && isOffered ? kept : usual;
  return {
    ...readChoice(data, now.pays, now.typed),
    options,
    typed: now.typed,
    told: now.told,
    choose: (pays) => setKept({ ...now, pays, told: false }),
    type: (typed) => setKept({ ...now, pays: 'part', typed, told: false }),
    sendChoice: () => setKept({ ...now, told: true }),
  };
}
