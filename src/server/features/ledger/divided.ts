import type { Money } from '../../../shared/money/money.ts';
import { fromMinorUnits } from '../../../shared/money/money.ts';
import type { CreditRow } from './credit.store.ts';
import type { PaymentRow } from './payment.store.ts';

/** What is divided among invoices, as it was read and as it is by now (minor units). */
interface Divided<Row extends Money> {
  /** Before it was changed; undefined for one that is new. */
  stored: Row | undefined;
  /** What is in its row: for a new one, as it was inserted. */
  row: Row;
  now: Row;
  /** What of it settles each invoice, in the order in which that was said. */
  parts: Map<number, { stored: bigint; now: bigint }>;
}

export type OpenPayment = Divided<PaymentRow>;
export type OpenCredit = Divided<CreditRow> & {
  /** What is paid back of it now, and what of that is taken back. */
  refunds: CreditRefund[];
};

/** A row of `credit_refunds`; one that undoes another is below zero and names it. */
export interface CreditRefund {
  amount: string;
  paymentDate: string;
  paymentMethod: string;
  reference: string | null;
  notes: string | null;
  reversesId: number | null;
}

/** Sets what of it settles an invoice. */
export function setPart({ parts }: Pick<Divided<Money>, 'parts'>, id: number, units: bigint): void {
  const part = parts.get(id);
  if (part) part.now = units;
  else if (units !== 0n) parts.set(id, { stored: 0n, now: units });
}

export const sumOfParts = ({ parts }: Pick<Divided<Money>, 'parts'>): bigint =>
  [...parts.values()].reduce((sum, { now }) => sum + now, 0n);

/** What the rows of `allocations` are to say of it that they do not yet. */
export const changedParts = ({ now, parts }: Pick<Divided<Money>, 'now' | 'parts'>) =>
  [...parts].flatMap(([invoiceId, { stored, now: units }]) =>
    units === stored
      ? []
      : [{ invoiceId, amount: fromMinorUnits(units - stored, now.currency).amount }],
  );
