import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../test/database/describe-on-database.ts';
import { plannedInvoice, plans } from '../../../test/documents/random-plans.ts';
import type { PlannedInvoice } from '../../shared/documents/installments/schedule-installments.ts';
import { openSchedule } from '../../shared/documents/installments/schedule-installments.ts';
import { isZero } from '../../shared/money/decimal.ts';
import { withDecimals } from '../../shared/money/money.ts';
import { openByDueDate } from './overdue.ts';

describeOnDatabase('what is open by due date', (db) => {
  const read = async (invoices: readonly PlannedInvoice[]) => {
    const rows = invoices.map((invoice, place) => ({ place, ...invoice }));
    const found = await db.orm.execute<{ place: number; due_date: string; amount: string }>(sql`
      select i.place, part.due_date::text, part.amount::text
      from (
        select place, currency, total, "issueDate" as issue_date, "dueDate" as due_date, "amountDue" as open,
          installments
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (place int, currency text,
          total numeric, "issueDate" date, "dueDate" date, "amountDue" numeric, installments jsonb)
      ) as i
      cross join lateral ${openByDueDate('i', sql`i.open`)} as part
      order by i.place, part.due_date`);
    return invoices.map((invoice, place) => {
      const parts = found.rows.filter((row) => row.place === place);
      return byDay(
        parts.map(({ due_date: day, amount }) => [day, withDecimals(amount, invoice.currency)]),
      );
    });
  };
  /** Installments of one day stand in any order: those with something open, sorted. */
  const byDay = (parts: readonly (readonly [string, string])[]) =>
    parts
      .filter(([, amount]) => !isZero(amount))
      .map(([day, amount]) => `${day} ${amount}`)
      .sort();

  it('is what the schedule of installments says, of any plan and whatever is settled', async () => {
    const invoices = fc
      .record({ plan: plans, settled: fc.integer({ min: -30, max: 100 }) })
      .map(({ plan, settled }) => plannedInvoice(plan, (plan.units * BigInt(settled)) / 100n));
    await fc.assert(
      fc.asyncProperty(fc.array(invoices, { minLength: 20, maxLength: 20 }), async (list) => {
        const expected = list.map((invoice) =>
          byDay(openSchedule(invoice).map(({ dueDate, amountDue }) => [dueDate, amountDue])),
        );
        expect(await read(list)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('is all on the due date without a plan', async () => {
    const plain = { currency: 'USD', total: '100.00', amountDue: '40.00', installments: [] };
    const invoice = { ...plain, issueDate: '2026-11-01', dueDate: '2026-12-01' };
    expect(await read([invoice])).toEqual([['2026-12-01 40.00']]);
  });
});
