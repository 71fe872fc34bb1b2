import fc from 'fast-check';
import { markInvoicePaid } from '../../src/server/features/invoices/mark-invoice.ts';
import { readInvoice } from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import type { CheckoutRow } from '../../src/server/features/payments/checkout.store.ts';
import { findNewestCheckout } from '../../src/server/features/payments/checkout.store.ts';
import { createPayment } from '../../src/server/features/payments/create-payment.ts';
import { refundPayment } from '../../src/server/features/payments/refund-payment.ts';
import { settle } from '../../src/server/features/payments/settle.ts';
import { ProviderError } from '../../src/server/platform/payment-providers/payment-provider.ts';
import {
  fromStripeUnits,
  toStripeUnits,
} from '../../src/server/platform/payment-providers/stripe/stripe-currencies.ts';
import { AppError } from '../../src/shared/errors/app-error.ts';
import { fromMinorUnits, minorUnits, money } from '../../src/shared/money/money.ts';
import { anInvoice } from '../factories/invoice.ts';
import { PAYER } from '../http/test-app.ts';
import type { PaymentWorld } from './payment-world.ts';
import { HOUR } from './payment-world.ts';

/** In the currency's minor units, as every amount here. */
const TOTAL = 10_700;
const of = fc.constantFrom('stripe' as const, 'paypal' as const);
const cents = fc.oneof(
  fc.constantFrom(TOTAL, 2_500, TOTAL - 2_500),
  fc.integer({ min: 1, max: TOTAL }),
);

const payment = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('card' as const) }), weight: 4 },
  {
    arbitrary: fc.record({
      do: fc.constant('debit' as const),
      ends: fc.constantFrom('succeeds', 'fails'),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('wallet' as const),
      funding: fc.constantFrom('completes', 'completes', 'pends', 'declines'),
      /** The server took the money and died before it wrote so. */
      died: fc.boolean(),
    }),
    weight: 3,
  },
);
const hearing = fc.record({
  do: fc.constant('hear' as const),
  of,
  /** Which of the events so far: late ones and ones that came before are among them. */
  event: fc.nat(20),
  twice: fc.boolean(),
});
const step = fc.oneof(
  { arbitrary: payment, weight: 2 },
  { arbitrary: hearing, weight: 6 },
  {
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      of,
      by: fc.constantFrom('provider', 'owner', 'owner, answer lost'),
      cents,
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ do: fc.constant('refund fails' as const) }), weight: 1 },
  {
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      of,
      outcome: fc.constantFrom('open', 'won', 'lost'),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constant('hand' as const) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('job' as const) }), weight: 1 },
  {
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 90 }),
    }),
    weight: 1,
  },
);

/** Begins with a payment: nothing comes of a history without one. */
export const histories = fc
  .tuple(payment, fc.array(step, { maxLength: 7 }))
  .map(([first, rest]) => [first, ...rest]);
/** With none, two and three decimals; counted by Stripe as here and otherwise; of one provider alone. */
export const currencies = fc.constantFrom('USD', 'USD', 'EUR', 'JPY', 'KWD', 'ISK', 'CHF');
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
export type History = Step[];

/** What a provider's own books say of its payment, in its own time. */
interface Books {
  amount: number;
  paidAt: number;
  refunds: { amount: number; at: number }[];
  dispute: string;
}

/**
 * What becomes of an invoice, by the books of those who moved the money and by nothing else: each payment
 * is of the whole amount, so that what goes back in part goes back of a paid invoice, and is not asked for
 * again; the part that leaves nothing of its payment is.
 */
function expectedEnd(books: Books[]) {
  const kept = new Map(books.map((book) => [book, 0]));
  const received = () => [...kept.values()].reduce((all, value) => all + value, 0);
  const open = () => Math.max(0, TOTAL - received());
  let forgiven = 0;
  const moves = books.flatMap((book) => [
    { book, at: book.paidAt, amount: book.amount },
    ...book.refunds.map(({ amount, at }) => ({ book, at, amount: -amount })),
  ]);
  // Within one second a payment comes before what goes back of it.
  for (const { book, amount } of moves.sort((a, b) => a.at - b.at || b.amount - a.amount)) {
    const before = open();
    const wasPaid = before <= forgiven;
    kept.set(book, (kept.get(book) ?? 0) + amount);
    if (amount < 0 && wasPaid && (kept.get(book) ?? 0) > 0) {
      forgiven = Math.min(forgiven, before) + open() - before;
    }
  }
  for (const book of books) if (book.dispute === 'lost') kept.set(book, 0);
  const due = Math.max(0, open() - forgiven);
  return {
    status: due === 0 ? 'paid' : 'sent',
    received: received(),
    due,
    overpaid: Math.max(0, received() - TOTAL),
  };
}

/** Lives a history through with an invoice of its own, until nothing more can become known. */
export async function openPaymentHistories(world: PaymentWorld) {
  const business = await world.business(['stripe', 'paypal']);
  const { services } = world.test;
  const { db } = services;
  const { businessId } = business;
  const stripe = world.sandbox.stripe(business.secretKey);
  const nobody = async () => undefined;
  const payer = { client: { address: '127.0.0.1', agent: null }, visitor: PAYER };

  return async (history: History, currency: string) => {
    const inUnits = (amount: string) => Number(minorUnits(money(amount, currency)));
    const ofStripe = (units: number) => inUnits(fromStripeUnits(units, currency).amount);
    const invoice = await createInvoice(
      services,
      businessId,
      anInvoice(business.customerId, {
        invoiceNumber: `H-${process.pid}-${Math.random().toString(36).slice(2)}`,
        status: 'sent',
        dueDate: '2099-12-20',
        currency,
        taxRate: '0',
        lineItems: [
          {
            description: 'Garden plan',
            quantity: '1',
            unitPrice: fromMinorUnits(BigInt(TOTAL), currency).amount,
          },
        ],
      }),
    );
    const rows: { stripe?: CheckoutRow; paypal?: CheckoutRow } = {};
    const disputes = { stripe: 'none', paypal: 'none' };
    const refunds: string[] = [];
    let events = 0;
    /** What a provider refuses to do, or Remit, has not happened. */
    const unlessRefused = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      try {
        const made = await work();
        events += 1;
        return made;
      } catch (error) {
        if (error instanceof TypeError || error instanceof RangeError) throw error;
        return undefined;
      }
    };
    const checkout = async (name: 'stripe' | 'paypal') => {
      const before = rows[name];
      if (before) return before;
      // An invoice that is paid or being confirmed gets no checkout.
      try {
        await createPayment(services, invoice.publicId, { method: name }, nobody, payer);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return undefined;
      }
      const row = await findNewestCheckout(db.orm, businessId, invoice.id);
      if (row) rows[name] = row;
      return row;
    };
    const findIntent = async () => {
      const id = rows.stripe?.providerId;
      if (!id) return undefined;
      const session = await stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge'],
      });
      return typeof session.payment_intent === 'object' ? session.payment_intent : undefined;
    };
    const readOrder = async () => {
      const order = rows.paypal?.providerId;
      if (!order) return { captures: [], refunds: [] };
      return (await world.control('paypal/order', { order })) as {
        captures: { id: string; status: string; amount: { value: string }; createdAt: number }[];
        refunds: {
          captureId: string;
          status: string;
          amount: { value: string };
          createdAt: number;
        }[];
      };
    };
    const captures = async () => (await readOrder()).captures;
    const hear = async (row: CheckoutRow, event: number) => {
      try {
        const trigger = { eventId: `${invoice.publicId}-${event}`, type: 'told' };
        await settle(services, row, trigger);
      } catch (error) {
        // Its provider is to send it again; nothing was written.
        if (!(error instanceof ProviderError)) throw error;
      }
    };

    const run: { [Do in Step['do']]: (one: never) => Promise<unknown> } = {
      async card() {
        const row = await checkout('stripe');
        if (row) await unlessRefused(() => world.control('pay', { session: row.providerId }));
      },
      async debit({ ends }: { ends: string }) {
        const row = await checkout('stripe');
        if (!row) return;
        await unlessRefused(() => world.control('pay', { session: row.providerId, bank: ends }));
      },
      async wallet({ funding, died }: { funding: string; died: boolean }) {
        const row = await checkout('paypal');
        if (!row?.providerId) return;
        const { providerId: order } = row;
        await unlessRefused(() => world.control('paypal/approve', { order, funding }));
        if (!died) return;
        await world.control('fail', {
          path: `/v2/checkout/orders/${order}/capture`,
          kind: 'reset-after',
        });
        await hear(row, events);
        await world.control('fail/clear');
      },
      async refund(one: { of: 'stripe' | 'paypal'; by: string; cents: number }) {
        const back = fromMinorUnits(BigInt(one.cents), currency);
        const { amount } = back;
        if (one.by === 'provider') {
          if (one.of === 'paypal') {
            const [capture] = await captures();
            if (!capture) return;
            await unlessRefused(() =>
              world.control('paypal/refund', { capture: capture.id, amount }),
            );
            return;
          }
          const intent = await findIntent();
          if (!intent) return;
          const made = await unlessRefused(() =>
            stripe.refunds.create({ payment_intent: intent.id, amount: toStripeUnits(back) }),
          );
          if (made) refunds.push(made.id);
          return;
        }
        const { payments } = await readInvoice(
          db.orm,
          businessId,
          invoice.id,
          services.clock.now(),
        );
        const known = payments.find(({ provider }) => provider === one.of);
        if (!known) return;
        if (one.by === 'owner, answer lost') {
          for (const path of ['/v1/refunds', '/v2/payments/captures']) {
            await world.control('fail', { path, method: 'POST', kind: 'reset-after', times: 2 });
          }
        }
        await unlessRefused(() =>
          refundPayment(services, businessId, { id: invoice.id, paymentId: known.id, amount }),
        );
        await world.control('fail/clear');
      },
      async 'refund fails'() {
        const refund = refunds.pop();
        if (refund) await unlessRefused(() => world.control('fail-refund', { refund }));
      },
      async dispute(one: { of: 'stripe' | 'paypal'; outcome: string }) {
        if (one.of === 'stripe') {
          const intent = await findIntent();
          const made = await unlessRefused(() =>
            world.control('dispute', { payment_intent: intent?.id, outcome: one.outcome }),
          );
          if (made) disputes.stripe = String(made['status']);
          return;
        }
        const [capture] = await captures();
        // Only what has come is disputed, and nothing of it once it has gone back.
        const came = capture?.status === 'COMPLETED' || capture?.status === 'PARTIALLY_REFUNDED';
        if (!capture || !came || disputes.paypal === 'lost') return;
        await world.wait(1_000);
        const about = { capture: capture.id };
        const opened =
          disputes.paypal === 'open' ||
          (await unlessRefused(() => world.control('paypal/dispute', about)));
        if (opened) disputes.paypal = 'open';
        if (!opened || one.outcome === 'open') return;
        const { outcome } = one;
        await unlessRefused(() => world.control('paypal/dispute/resolve', { ...about, outcome }));
        disputes.paypal = outcome;
      },
      hand: () =>
        unlessRefused(() =>
          markInvoicePaid(services, businessId, { id: invoice.id, paymentMethod: 'check' }),
        ),
      async hear(one: { of: 'stripe' | 'paypal'; event: number; twice: boolean }) {
        const row = rows[one.of];
        if (!row) return;
        const event = one.event % (events + 1);
        await Promise.all([hear(row, event), one.twice && hear(row, event)]);
      },
      job: () => world.reconcile(),
      wait: ({ minutes }: { minutes: number }) => world.wait(minutes * 60_000),
    };
    for (const one of history) {
      // Two things do not happen at once: providers tell the second.
      await world.wait(1_000);
      await run[one.do](one as never);
    }

    // Nothing more happens, and nobody tells: the job finds all that is left.
    for (const pause of [HOUR / 10, 26 * HOUR, HOUR / 10]) {
      await world.wait(pause);
      await world.reconcile();
    }

    const intent = await findIntent();
    const charge = intent?.latest_charge;
    const books: Books[] = [];
    if (intent && typeof charge === 'object' && charge?.status === 'succeeded') {
      const given = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
      books.push({
        amount: ofStripe(charge.amount),
        paidAt: charge.created * 1_000,
        refunds: given.data
          .filter(({ status }) => status !== 'failed')
          .map(({ amount, created }) => ({ amount: ofStripe(amount), at: created * 1_000 })),
        dispute: disputes.stripe,
      });
    }
    const order = await readOrder();
    for (const { id: captureId, status, amount, createdAt } of order.captures) {
      if (status === 'DECLINED' || status === 'PENDING') continue;
      books.push({
        amount: inUnits(amount.value),
        paidAt: createdAt,
        refunds: order.refunds
          .filter((one) => one.captureId === captureId && one.status !== 'FAILED')
          .map((one) => ({ amount: inUnits(one.amount.value), at: one.createdAt })),
        dispute: disputes.paypal,
      });
    }
    const end = await readInvoice(db.orm, businessId, invoice.id, services.clock.now());
    for (const { provider, amount, createdAt } of end.payments) {
      if (provider !== null) continue;
      const paidAt = Date.parse(createdAt);
      books.push({ amount: inUnits(amount), paidAt, refunds: [], dispute: 'none' });
    }
    return {
      stored: {
        status: end.status,
        received: inUnits(end.amountReceived),
        due: inUnits(end.amountDue),
        overpaid: inUnits(end.overpaid),
      },
      expected: expectedEnd(books),
    };
  };
}
