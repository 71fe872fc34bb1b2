import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { readReceivables } from '../../src/server/features/reports/receivables-by-age.ts';
import {
  expectedClosing,
  readLosses,
  readReconciliation,
} from '../../src/server/features/reports/reconciliation.ts';
import { readRevenue } from '../../src/server/features/reports/revenue-by-period.ts';
import { readTaxes } from '../../src/server/features/reports/tax-report.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { BASES, REVENUE_STEPS } from '../../src/shared/reports/account-report.contract.ts';
import { REVENUE_LINES, typesOfLines } from '../../src/shared/reports/reconciliation-lines.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import {
  agedOn,
  entriesBetween,
  readAccounts,
  taxBetween,
  taxesDated,
  taxesOfInvoices,
} from './expected-accounts.ts';
import { readBooks, todayIn } from './expected-figures.ts';
import { units, written } from './minor-units.ts';
import { histories, live } from './random-history.ts';

const RUNS = 10;
const OWN = 'USD';
const ALL_DAYS = { from: '2020-01-01', to: '2029-12-31' };

/** A period that ends on a day closes with what the balances of that day say, and every other exactly. */
async function checkReconciliation(db: Database, owner: string, today: string) {
  for (const days of [0, 30, 400]) {
    const range = { from: addDays(today, -days), to: today };
    const rows = await readAccounts(db, owner);
    const report = await readReconciliation(db.orm, owner, { range, today, currency: OWN });
    const opening = entriesBetween(rows, '0000', addDays(range.from, -1));
    const within = entriesBetween(rows, range.from, range.to);
    for (const { currency, lines, closing, today: now, ...figures } of report.currencies) {
      const all = opening.of(currency) + within.of(currency);
      expect(figures.opening).toBe(written(opening.of(currency), currency));
      expect(closing).toBe(written(all, currency));
      const sum = lines.reduce((total, { amount }) => total + units(amount, currency), 0n);
      expect(opening.of(currency) + sum).toBe(all);
      expect(now && expectedClosing(currency, now)).toBe(closing);
      expect(figures.months.at(-1)?.closing).toBe(closing);
    }
    const named = report.currencies.map(({ currency }) => currency);
    const missing = [...opening.all, ...within.all].filter(([name]) => !named.includes(name));
    expect(missing).toEqual([]);
  }
}

describeOnDatabase('reports on accounts after random histories', (db) => {
  it('agree to the minor unit with plain sums over the rows, and close after every step', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const days = { today: '' };
        const { owner, now, timeZone } = await live(db, history, async (one, _step, at) => {
          days.today = todayIn(history.timeZone, at);
          await checkLedger(db, one);
          await checkReconciliation(db, one, days.today);
        });
        const today = todayIn(timeZone, now);
        const rows = await readAccounts(db, owner);
        await checkReceivables(db, owner, today);
        await checkReceived(db, owner, today);

        for (const [from, to] of [
          [addDays(today, -90), today],
          [addDays(today, -700), addDays(today, 60)],
        ] as const) {
          const range = { from, to };
          for (const basis of BASES) {
            const types = typesOfLines(REVENUE_LINES[basis]);
            const sign = basis === 'cash' ? -1n : 1n;
            const byCurrency = entriesBetween(rows, from, to, types);
            const byCustomer = entriesBetween(
              rows,
              from,
              to,
              types,
              ({ currency, customer_id: id }) => `${currency} ${rows.roots.get(id) ?? id}`,
            );
            const taxes = taxBetween(rows, from, to);
            for (const by of REVENUE_STEPS) {
              const report = await readRevenue(db.orm, owner, { range, basis, by, currency: OWN });
              for (const { currency, gross, tax, net, periods } of report.currencies) {
                expect(gross).toBe(written(sign * byCurrency.of(currency), currency));
                const parts = periods.map(
                  (period) =>
                    sign * entriesBetween(rows, period.from, period.to, types).of(currency),
                );
                expect(periods.map((period) => period.gross)).toEqual(
                  parts.map((part) => written(part, currency)),
                );
                if (basis === 'cash') continue;
                expect(tax).toBe(written(taxes.of(currency), currency));
                expect(net).toBe(written(byCurrency.of(currency) - taxes.of(currency), currency));
              }
              const found = report.customers.map(
                (row) =>
                  [`${row.currency} ${row.customerId}`, units(row.gross, row.currency)] as const,
              );
              expect(new Map(found)).toEqual(
                new Map(byCustomer.all.map(([key, amount]) => [key, sign * amount])),
              );
            }
          }
          const losses = await readLosses(db.orm, owner, { range, currency: OWN });
          for (const row of losses.currencies) {
            const of = (...types: string[]) =>
              entriesBetween(rows, from, to, types).of(row.currency);
            expect(row).toMatchObject({
              written_off: written(-of('written_off'), row.currency),
              adjusted: written(-of('adjusted'), row.currency),
              refunded: written(of('refunded'), row.currency),
              reversed: written(of('reversed'), row.currency),
            });
          }
        }
        await checkTaxes(db, owner, today);
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 25_000 },
    );
  });
});

/** Between revenue by payment and the dashboard's is, over all time, what was paid back of credit notes. */
async function checkReceived(db: Database, owner: string, today: string) {
  const { payments } = await readBooks(db, owner, today);
  const { credits } = await readAccounts(db, owner);
  const ask = { range: ALL_DAYS, basis: 'cash', by: 'year', currency: OWN } as const;
  for (const { currency, gross } of (await readRevenue(db.orm, owner, ask)).currencies) {
    const of = <Row extends { currency: string }>(rows: Row[], amount: (row: Row) => bigint) =>
      rows
        .filter((row) => row.currency === currency)
        .reduce((total, row) => total + amount(row), 0n);
    const paidBack = of(credits, (credit) => units(credit.refunded_amount, currency));
    expect(units(gross, currency)).toBe(of(payments, ({ net }) => net) - paidBack);
  }
}

async function checkReceivables(db: Database, owner: string, today: string) {
  const rows = await readAccounts(db, owner);
  for (const days of [0, 1, 20, 75, 365]) {
    const asOf = addDays(today, -days);
    const report = await readReceivables(db.orm, owner, { asOf, today, currency: OWN });
    const expected = agedOn(asOf, rows);
    const found = report.customers.map(
      ({ customerId, name: _name, company: _company, currency, ...figures }) =>
        [`${currency} ${customerId}`, figures] as const,
    );
    expect(new Map(found)).toEqual(expected);
    expect(report.customerCount).toBe(expected.size);
    for (const { currency, open, credit, balance } of report.currencies) {
      const closing = await readReconciliation(db.orm, owner, {
        range: { from: asOf, to: asOf },
        today,
        currency: OWN,
      });
      const same = closing.currencies.find((one) => one.currency === currency);
      expect(balance).toBe(same?.closing ?? written(0n, currency));
      expect(units(open, currency) - units(credit, currency)).toBe(units(balance, currency));
    }
  }
}

/** All that was ever dated comes to what the documents say; parts of a period come to the period. */
async function checkTaxes(db: Database, owner: string, today: string) {
  const rows = await readAccounts(db, owner);
  const read = async (basis: 'accrual' | 'cash', range: { from: string; to: string }) => {
    const { currencies } = await readTaxes(db.orm, owner, {
      range,
      basis,
      currency: OWN,
      country: null,
    });
    return currencies.flatMap(({ currency, rows: taxes }) =>
      taxes.flatMap(({ name, rate, base, amount }): [string, bigint][] => [
        [`${currency} ${name} ${Number(rate)} base`, units(base, currency)],
        [`${currency} ${name} ${Number(rate)} tax`, units(amount, currency)],
      ]),
    );
  };
  const some = (sums: readonly [string, bigint][]) =>
    new Map(sums.filter(([, amount]) => amount !== 0n));
  expect(some(await read('accrual', ALL_DAYS))).toEqual(some(taxesOfInvoices(rows, 'all').all));
  for (const range of [
    { from: addDays(today, -30), to: today },
    { from: addDays(today, -400), to: addDays(today, -31) },
    { from: addDays(today, 1), to: addDays(today, 90) },
  ]) {
    const expected = taxesDated(rows, range.from, range.to).all;
    expect(some(await read('accrual', range))).toEqual(some(expected));
  }
  const received = some(await read('cash', ALL_DAYS));
  expect(received).toEqual(some(taxesOfInvoices(rows, 'paid').all));
  const parts = new Map<string, bigint>();
  const cuts = [-800, -365, -30, -1, 0, 1, 20].map((days) => addDays(today, days));
  let from = ALL_DAYS.from;
  for (const to of [...cuts, ALL_DAYS.to]) {
    for (const [key, amount] of await read('cash', { from, to })) {
      parts.set(key, (parts.get(key) ?? 0n) + amount);
    }
    from = addDays(to, 1);
  }
  expect(some([...parts])).toEqual(received);
}
