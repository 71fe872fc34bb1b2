import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { readCustomerAccount } from '../../src/server/features/customer-accounts/read-account.ts';
import { readStatement } from '../../src/server/features/customer-accounts/read-statement.ts';
import { AGES } from '../../src/shared/customers/ageing.ts';
import type { StatementAccount } from '../../src/shared/customers/customer-account.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { minorUnits, money } from '../../src/shared/money/money.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { histories, live } from '../figures/random-history.ts';

const RUNS = 10;

describeOnDatabase('statements after random histories', (db) => {
  it('open with what was owed before, and close with the sum of the account', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.integer({ min: -760, max: 60 }), { minLength: 2, maxLength: 4 }),
        async (history, days) => {
          const { services, owner, customers } = await live(db, history);
          const start = history.start.slice(0, 10);
          const dates = [...new Set(days)].sort((a, b) => a - b).map((one) => addDays(start, one));
          const known = await findRoots(db, owner, customers);
          for (const [id, group] of known) {
            const all = await readStatement(services, owner, {
              id,
              from: '1990-01-01',
              to: '2090-01-01',
            });
            const { accounts } = await readCustomerAccount(services, owner, id);
            for (const account of accounts) {
              const { currency, outstanding, ageing, balance } = account;
              const units = (amount: string) => minorUnits(money(amount, currency));
              const closing = find(all.accounts, currency)?.closingBalance ?? '0';
              expect(units(balance)).toBe(units(closing));
              const aged = AGES.reduce((sum, age) => sum + units(ageing[age]), 0n);
              expect(aged).toBe(units(outstanding));
            }
            let before: readonly StatementAccount[] | undefined;
            for (const [index, from] of dates.entries()) {
              const next = dates[index + 1];
              const to = next === undefined ? '2090-01-01' : addDays(next, -1);
              const part = await readStatement(services, owner, { id, from, to });
              for (const account of part.accounts) {
                checkSums(account);
                const opening = minorUnits(money(account.openingBalance, account.currency));
                expect(opening).toBe(await sumBefore(db, owner, group, account.currency, from));
                const last = before && find(before, account.currency);
                if (last) expect(last.closingBalance).toBe(account.openingBalance);
                else if (before) expect(opening).toBe(0n);
              }
              before = part.accounts;
            }
          }
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
    );
  });
});

const find = (accounts: readonly StatementAccount[], currency: string) =>
  accounts.find((one) => one.currency === currency);

/** Opening balance and entries come to the closing balance, line by line. */
function checkSums({ currency, entries, ...sums }: StatementAccount): void {
  const units = (amount: string | null) => minorUnits(money(amount ?? '0', currency));
  let balance = units(sums.openingBalance);
  let day = '';
  for (const entry of entries) {
    expect((entry.debit === null) !== (entry.credit === null)).toBe(true);
    balance += units(entry.debit) - units(entry.credit);
    expect(units(entry.balance)).toBe(balance);
    expect(entry.date >= day).toBe(true);
    day = entry.date;
  }
  expect(units(sums.closingBalance)).toBe(balance);
  expect(units(sums.openingBalance) + units(sums.debits) - units(sums.credits)).toBe(balance);
}

/** Customers that are not deleted, each with all that are one with it. */
async function findRoots(db: Database, owner: string, customers: readonly number[]) {
  const { rows } = await db.pool.query<{ id: string; root: string; gone: boolean }>(
    `select c.id, coalesce(c.merged_into_id, c.id) as root, r.deleted_at is not null as gone
     from customers c join customers r
       on r.business_id = c.business_id and r.id = coalesce(c.merged_into_id, c.id)
     where c.business_id = $1 and c.id = any($2)`,
    [owner, customers],
  );
  const groups = new Map<number, number[]>();
  for (const { id, root, gone } of rows) {
    if (!gone) groups.set(Number(root), [...(groups.get(Number(root)) ?? []), Number(id)]);
  }
  return groups;
}

async function sumBefore(
  db: Database,
  owner: string,
  group: number[],
  currency: string,
  day: string,
): Promise<bigint> {
  const { rows } = await db.pool.query<{ amount: string }>(
    `select coalesce(sum(amount), 0)::text as amount from ledger_entries
     where business_id = $1 and customer_id = any($2) and currency = $3 and entry_date < $4`,
    [owner, group, currency, day],
  );
  return minorUnits(money(rows[0]?.amount ?? '0', currency));
}
