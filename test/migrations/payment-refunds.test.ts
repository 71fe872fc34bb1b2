import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import { changeAccount, lockAccount } from '../../src/server/features/invoices/index.ts';
import { restoreInvoiceRow } from '../../src/server/features/invoices/reconcile-invoice-status.ts';
import { verifyRefunds } from '../../src/server/features/ledger/index.ts';
import { quietLog } from '../database/quiet-log.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { REFUNDED_INVOICES, REFUNDING, storeRefunds } from './stored-rows/refunds.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

it.each(['embedded', 'postgresql'] as const)(
  'each refund has its row, and every invoice shows what it showed (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0049_payment_refunds');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    const shown = () =>
      query(
        `select business_id, id, invoice_number as number, status, amount_paid, amount_adjusted,
           amount_due, deleted_at
         from invoices where business_id = any($1) order by business_id, id`,
        [REFUNDING],
      );
    await storeRefunds(db);
    const before = await shown();
    await migrate(db, { log: quietLog });
    expect(await shown()).toEqual(before);

    for (const owner of REFUNDING) {
      await checkLedger(db, owner);
      for (const { name, becomes } of REFUNDED_INVOICES) {
        const rows = await query(
          `select r.decided_by, r.still_owed, r.adjusted_amount from payment_refunds r
           join payments y on y.business_id = r.business_id and y.id = r.payment_id
           join invoices i on i.business_id = y.business_id and i.id = y.invoice_id
           where i.business_id = $1 and i.invoice_number = $2 order by r.refunded_at, r.id`,
          [owner, name],
        );
        expect(rows.map(Object.values), name).toEqual(becomes);
      }
      // A payment for several invoices takes nothing off any of them.
      const combined = await query(
        `select r.decided_by, r.still_owed, r.adjusted_amount, r.refunded_at, y.still_owed_amount
         from payment_refunds r
         join payments y on y.business_id = r.business_id and y.id = r.payment_id
         where y.business_id = $1 and y.invoice_id is null`,
        [owner],
      );
      expect(combined).toEqual([
        {
          decided_by: 'rule',
          still_owed: true,
          adjusted_amount: '0.00',
          refunded_at: new Date('2026-11-03T10:00:00Z'),
          still_owed_amount: '20.00',
        },
      ]);
    }

    // What the rule would have decided otherwise is told, and nothing of it changed.
    const told: string[] = [];
    const outcome = await verifyRefunds({ db }, (owner, { invoiceNumber, shown, byRule }) =>
      told.push(`${owner} ${invoiceNumber}: ${shown.due.amount}, ${byRule.due.amount}`),
    );
    const differing = REFUNDED_INVOICES.filter(({ byRule }) => byRule !== undefined);
    expect(told).toEqual(
      REFUNDING.flatMap((owner) =>
        differing.map(({ name, due = '0.00', byRule }) => `${owner} ${name}: ${due}, ${byRule}`),
      ),
    );
    expect(outcome).toEqual({ invoices: 16, differing: told.length });

    const settleAgain = async (businessId: string, id: number, amount?: string) =>
      withTransaction(db, async (tx) => {
        const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
        const invoice = account.invoices.get(id);
        if (!invoice) throw new Error('there is such an invoice');
        const { customerId, currency } = invoice;
        const { result } = await changeAccount(tx, account, NOW, (ledger) =>
          amount === undefined
            ? undefined
            : ledger.recordPayment({
                customerId,
                invoiceId: id,
                amount,
                currency,
                paymentDate: '2026-11-24',
                paymentMethod: 'cash',
                createdAt: NOW,
              }),
        );
        return result;
      });
    const reverse = (businessId: string, id: number, paymentId: number) =>
      withTransaction(db, async (tx) => {
        const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
        await changeAccount(tx, account, NOW, (ledger) => ledger.reverse(paymentId, 'undone'));
      });
    for (const { business_id: owner, id, deleted_at: deletedAt } of before) {
      if (deletedAt !== null) continue;
      await settleAgain(owner, Number(id));
      // A payment that is mistyped, and undone.
      const payment = await settleAgain(owner, Number(id), '7');
      await reverse(owner, Number(id), payment?.id ?? 0);
    }
    expect(await shown()).toEqual(before);

    for (const { business_id: owner, id, number, deleted_at: deletedAt } of before) {
      if (deletedAt === null) continue;
      await withTransaction(db, async (tx) => {
        const account = await lockAccount(tx, owner, { invoiceIds: [Number(id)] });
        const invoice = account.invoices.get(Number(id));
        if (invoice) await restoreInvoiceRow(tx, account, { ...invoice, deletedAt }, NOW);
      });
      const [row] = await query(
        'select status, amount_due, deleted_at from invoices where business_id = $1 and id = $2',
        [owner, id],
      );
      const isOpen = number.includes('open');
      expect(row, number).toEqual({
        status: isOpen ? 'sent' : 'paid',
        amount_due: isOpen ? '70.00' : '0.00',
        deleted_at: null,
      });
    }
    for (const owner of REFUNDING) await checkLedger(db, owner);
  },
);
