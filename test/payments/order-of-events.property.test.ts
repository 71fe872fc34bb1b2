import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { History } from './payment-history.ts';
import { currencies, histories, openPaymentHistories } from './payment-history.ts';
import type { PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** A longer search: PAYMENT_HISTORIES=500, and PAYMENT_SEED with the seed that a failure names. */
const RUNS = Number(process.env['PAYMENT_HISTORIES'] ?? 6);
const SEED = Number(process.env['PAYMENT_SEED'] ?? randomInt(2 ** 31));

const pay = { do: 'card' } as const;
const back = (cents: number) => ({ do: 'refund', of: 'stripe', by: 'provider', cents }) as const;
const hear = { do: 'hear', of: 'stripe', event: 0, twice: false } as const;

/** What went wrong before, and what is next to it. */
const KNOWN: History[] = [
  // Given back in part before anything was heard; with a word in between; and heard twice.
  [pay, back(2_500)],
  [pay, hear, back(2_500)],
  [pay, back(2_500), { ...hear, twice: true }, back(1_000)],
  // Whole, in two parts, with and without a word in between.
  [pay, back(4_700), back(6_000)],
  [pay, hear, back(4_700), hear, back(6_000)],
  // Given back and not taken by the bank, before and after it was heard.
  [pay, back(10_700), { do: 'refund fails' }],
  [pay, hear, back(10_700), { ...hear, event: 1 }, { do: 'refund fails' }],
  // Disputed, lost, given back.
  [pay, { do: 'dispute', of: 'stripe', outcome: 'lost' }, { do: 'hand' }],
];

describeOnDatabase('whatever the order, number and delay of events', (db) => {
  let world: PaymentWorld;
  let live: Awaited<ReturnType<typeof openPaymentHistories>>;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    // Every word from the providers is said by the history, when and as often as it says.
    await world.control('webhooks', { mode: 'drop' });
    live = await openPaymentHistories(world);
  });
  afterAll(() => world.close());

  it(`an invoice ends as its providers' books say (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(histories, currencies, async (history, currency) => {
        const { stored, expected } = await live(history, currency);
        expect(stored).toEqual(expected);
      }),
      {
        numRuns: 2 * KNOWN.length + RUNS,
        examples: KNOWN.flatMap((known): [History, string][] => [
          [known, 'USD'],
          [known, 'ISK'],
        ]),
        seed: SEED,
      },
    );
  });
});
