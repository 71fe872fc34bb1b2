import { sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { fromMinorUnits, minorUnits, money } from '../../../shared/money/money.ts';
import { countsAsReceived } from '../../../shared/payments/balance.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { OpenRefunds } from './open-refunds.ts';
import type { DueHistory, PaymentRefundRow } from './payment-refund.store.ts';
import { selectDueHistories, selectPaymentRefunds } from './payment-refund.store.ts';
import type { PaymentRow } from './payment.store.ts';
import { selectPaymentsFor } from './payment.store.ts';

/** Invoices at a time. */
const PAGE = 200;

interface Balance {
  due: Money;
  adjusted: Money;
}

/** An invoice that shows what an earlier release decided of its refunds, where the rule gives another amount. */
export interface KeptDecision {
  invoiceId: number;
  invoiceNumber: string;
  shown: Balance;
  byRule: Balance;
}

type KeptInvoice = {
  id: string;
  number: string;
  currency: string;
  due: Decimal;
  adjusted: Decimal;
  isDeleted: boolean;
};

/**
 * Decides by the rule what earlier releases decided of refunds (`decided_by` 'update'), and tells of each
 * invoice that would then show another amount. Owners' own words stay. Changes nothing; invoices that are
 * deleted show nothing.
 * @param tell each invoice, as it is found
 * @returns how many invoices have such refunds, and how many of them were told
 */
export async function verifyRefunds(
  { db }: { db: Database },
  tell: (businessId: string, found: KeptDecision) => void,
): Promise<{ invoices: number; differing: number }> {
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'refunds of earlier releases',
    sql`select distinct business_id from payment_refunds where decided_by = 'update'`,
  );
  const all = { invoices: 0, differing: 0 };
  for (const { business_id: businessId } of owners) {
    for (let after = 0; ;) {
      const page = await withTransaction(
        db,
        (tx) => verifyPage(tx, businessId, after),
        // What is read of an invoice is of one moment.
        { isolation: 'repeatable read', readOnly: true },
      );
      if (page.last === undefined) break;
      after = Number(page.last);
      all.invoices += page.invoices;
      all.differing += page.found.length;
      for (const found of page.found) tell(businessId, found);
    }
  }
  return all;
}

async function verifyPage(tx: Transaction, businessId: string, after: number) {
  const { rows } = await tx.execute<KeptInvoice>(sql`
    select i.id, i.invoice_number as number, i.currency, i.amount_due::text as due,
      i.amount_adjusted::text as adjusted, i.deleted_at is not null as "isDeleted"
    from (
      select distinct y.invoice_id from payments y
      where y.business_id = ${businessId} and y.invoice_id > ${after} and y.refunded_amount > 0
        and exists (select from payment_refunds r where r.business_id = ${businessId}
          and r.payment_id = y.id and r.decided_by = 'update')
      order by y.invoice_id limit ${PAGE}) kept
    join invoices i on i.business_id = ${businessId} and i.id = kept.invoice_id
    order by i.id`);
  const shown = rows.filter(({ isDeleted }) => !isDeleted);
  const ids = shown.map(({ id }) => Number(id));
  const found: KeptDecision[] = [];
  if (ids.length > 0) {
    const payments = await selectPaymentsFor(tx, businessId, ids);
    const refunds = await selectPaymentRefunds(
      tx,
      businessId,
      payments.map(({ id }) => id),
    );
    const histories = await selectDueHistories(tx, businessId, ids);
    for (const invoice of shown) {
      const id = Number(invoice.id);
      const made = payments.filter(({ invoiceId }) => invoiceId === id);
      found.push(...replay(invoice, made, refunds, histories.get(id)));
    }
  }
  return { invoices: ids.length, found, last: rows.at(-1)?.id };
}

/** What the rule says of an invoice's refunds, where that is not what it shows. */
function replay(
  { id, number, currency, due, adjusted }: KeptInvoice,
  payments: readonly PaymentRow[],
  allRefunds: readonly PaymentRefundRow[],
  history: DueHistory | undefined,
): KeptDecision[] {
  const invoiceId = Number(id);
  const refunds = new OpenRefunds();
  if (history) refunds.addHistory(invoiceId, history);
  const own = payments.filter((payment) => payment.currency === currency);
  for (const payment of own) {
    const rows = allRefunds.filter(({ paymentId }) => paymentId === payment.id);
    refunds.add(
      payment,
      rows.map((row) => (row.decidedBy === 'update' ? { ...row, decidedBy: 'rule' } : row)),
    );
  }
  const { adjusted: byRule } = refunds.decide(
    invoiceId,
    own.map((payment) => ({ payment, counts: countsAsReceived(payment) })),
  );
  const units = (amount: Decimal) => minorUnits(money(amount, currency));
  // What neither money nor credit settles, and nobody gave up.
  const left = units(due) + units(adjusted);
  const forgiven = byRule < left ? byRule : left;
  if (forgiven === units(adjusted)) return [];
  const balance = (off: bigint): Balance => ({
    due: fromMinorUnits(left - off, currency),
    adjusted: fromMinorUnits(off, currency),
  });
  const shown = balance(units(adjusted));
  return [{ invoiceId, invoiceNumber: number, shown, byRule: balance(forgiven) }];
}
