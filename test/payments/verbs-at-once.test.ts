import { afterAll, beforeAll, expect, it } from 'vitest';
import { restarts } from '../../src/server/db/with-transaction.ts';
import { onPostgresql } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { isRest } from '../run.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** As many at once, half of either verb. */
const DEPTH = 16;

type Ready = () => Promise<{ status: number; body: unknown }>;

onPostgresql('verbs that touch the same money, at once', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  let other: number;
  /** Two customers with two invoices each, in opposite states. */
  const invoices: { id: number; customerId: number; publicId: string }[] = [];
  const payments: { id: number; customerId: number }[] = [];
  const notes: { id: number; customerId: number }[] = [];
  let count = 0;
  let turn = 0;

  const make = async (customerId: number, status: string) => {
    const { id, publicId } = await ada.invoice({ customerId, status, taxRate: '0' });
    invoices.push({ id, customerId, publicId });
  };
  const issueNote = (values: object) =>
    ada.call('POST', '/api/credit-notes', {
      creditNoteNumber: `CN-AT-ONCE-${(count += 1)}`,
      issueDate: '2026-11-20',
      status: 'issued',
      ...values,
    });

  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business();
    const made = await ada.call('POST', '/api/customers', {
      name: 'Other',
      email: 'o@example.com',
    });
    other = made.body.id;
    for (const [customerId, states] of [
      [ada.customerId, ['sent', 'paid']],
      [other, ['paid', 'sent']],
    ] as const) {
      for (const status of states) await make(customerId, status);
      for (let n = 0; n < 3; n += 1) {
        const paid = await ada.call('POST', '/api/payments', { customerId, amount: '90.00' });
        payments.push({ id: paid.body.id, customerId });
      }
      const note = await issueNote({
        customerId,
        lineItems: [{ description: 'Credit', quantity: '1', unitPrice: '60' }],
      });
      notes.push({ id: note.body.id, customerId });
    }
  });
  afterAll(() => world.close());

  const next = <One>(list: readonly One[]): One => {
    turn += 1;
    const one = list[turn % list.length];
    if (one === undefined) throw new Error('there are some');
    return one;
  };
  const of = (customerId: number) => {
    const own = invoices.filter((invoice) => invoice.customerId === customerId);
    // In an order that is another each time.
    return turn % 2 === 0 ? own : own.toReversed();
  };
  const parts = (customerId: number, amount: string) =>
    of(customerId).map(({ id }) => ({ invoiceId: id, amount }));
  const put = async (values: object) => {
    const { id } = next(invoices);
    const invoice = await ada.read({ id });
    return () => ada.edit(invoice, values);
  };
  /** A payment of several invoices of a customer. */
  const receive = async (customerId: number, amount: string) => {
    const body = { customerId, amount: '4.00', allocations: parts(customerId, amount) };
    const made = await ada.call('POST', '/api/payments', body);
    // What is paid takes no more of it.
    return made.status === 201
      ? made
      : ada.call('POST', '/api/payments', { customerId, amount: '4.00' });
  };

  const estimateOf = async (customerId: number) => {
    const made = await ada.call(
      'POST',
      '/api/estimates',
      anEstimate(customerId, { status: 'sent' }),
    );
    return made.body.id as number;
  };

  /** Each makes ready what it needs, one after the other, and then says what is done at once. */
  const VERBS: Record<string, () => Promise<Ready>> = {
    record: async () => {
      const customerId = next([ada.customerId, other]);
      const allocations = parts(customerId, '1.00');
      return () => ada.call('POST', '/api/payments', { customerId, amount: '3.00', allocations });
    },
    allocate: async () => {
      const { id, customerId } = next(payments);
      const allocations = parts(customerId, '2.00');
      return () => ada.call('POST', `/api/payments/${id}/allocate`, { allocations });
    },
    reverse: async () => {
      const made = await receive(next([ada.customerId, other]), '1.00');
      return () => ada.call('POST', `/api/payments/${made.body.id}/reverse`);
    },
    credit: async () => {
      const correctsInvoiceId = next(invoices).id;
      return () => issueNote({ correctsInvoiceId, credit: { amount: '1.00' } });
    },
    apply: async () => {
      const { id, customerId } = next(notes);
      const allocations = parts(customerId, next(['0.00', '1.50']));
      return () => ada.call('POST', `/api/credit-notes/${id}/apply`, { allocations });
    },
    'write off': async () => {
      const path = `/api/invoices/${next(invoices).id}/write-off`;
      return () => ada.call('POST', path, { amount: '0.50', reason: 'Given up' });
    },
    'undo write-off': async () => {
      const path = `/api/invoices/${next(invoices).id}/undo-write-off`;
      return () => ada.call('POST', path);
    },
    'mark paid': async () => {
      const path = `/api/invoices/${next(invoices).id}/mark-paid`;
      return () => ada.call('POST', path, { paymentMethod: 'cash' });
    },
    'set back': () => put({ status: 'sent' }),
    edit: () =>
      put({
        lineItems: [
          { description: 'Garden', quantity: '1', unitPrice: next(['100', '101', '99']) },
        ],
      }),
    delete: async () => {
      const { id } = await ada.invoice({ customerId: next([ada.customerId, other]) });
      return () => ada.call('DELETE', `/api/invoices/${id}`);
    },
    restore: async () => {
      const { id } = await ada.invoice({ customerId: next([ada.customerId, other]) });
      await ada.call('DELETE', `/api/invoices/${id}`);
      return () => ada.call('POST', `/api/invoices/${id}/restore`);
    },
    correct: async () => {
      const { id } = await ada.invoice({ customerId: next([ada.customerId, other]) });
      return () => ada.call('POST', `/api/invoices/${id}/correct`);
    },
    rename: async () => {
      const path = `/api/customers/${next([ada.customerId, other])}`;
      const body = { name: `Customer ${(count += 1)}`, email: 'o@example.com' };
      return () => ada.call('PUT', path, body);
    },
    'merge and separate': async () => async () => {
      const path = `/api/customers/${other}`;
      const merged = await ada.call('POST', `${path}/merge`, { intoCustomerId: ada.customerId });
      const two = await ada.call('POST', `${path}/separate`);
      return merged.status >= 500 ? merged : two;
    },
    'convert an estimate': async () => {
      const path = `/api/estimates/${await estimateOf(next([ada.customerId, other]))}`;
      return () => ada.call('POST', `${path}/convert`, {});
    },
    'answer an estimate': async () => {
      const path = `/api/estimates/${await estimateOf(next([ada.customerId, other]))}`;
      return () => ada.call('PUT', path, { status: next(['accepted', 'rejected']) });
    },
    'pay online': async () => {
      const invoice = await ada.invoice({ customerId: next([ada.customerId, other]) });
      await world.payByCard(await ada.link(invoice, 'stripe'));
      return () => world.confirm(invoice);
    },
    refund: async () => {
      const invoice = await ada.invoice({ customerId: next([ada.customerId, other]) });
      await world.payByCard(await ada.link(invoice, 'stripe'));
      await world.confirm(invoice);
      const { payments: paid } = await ada.read(invoice);
      const path = `/api/invoices/${invoice.id}/payments/${paid[0]?.id}/refund`;
      return () => ada.call('POST', path, { amount: '5.00' });
    },
  };
  const names = Object.keys(VERBS);

  /** @returns the answers of verbs that ran at once */
  const atOnce = async (some: readonly string[]) => {
    const ready: Ready[] = [];
    for (const name of some) {
      const verb = await VERBS[name]?.();
      if (verb) ready.push(verb);
    }
    return allAtOnce(ready);
  };
  const allAtOnce = async (ready: readonly Ready[]) => {
    const before = { ...restarts };
    const answers = await Promise.all(ready.map((verb) => verb()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    // Nobody was rolled back in favor of another: PostgreSQL found no deadlock (40P01).
    expect(restarts.lost - before.lost).toBe(0);
    return { answers, restarted: restarts.concerned - before.concerned };
  };
  const finish = async (restarted: number) => {
    if (restarted > 0) console.log(`${restarted} transactions began anew`);
    await checkLedger(db, ada.businessId);
  };

  it('wait for each other in one order, all of them', async () => {
    const all = Array.from({ length: 4 }, () => names).flat();
    const { restarted, answers } = await atOnce(all);
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(20);
    await finish(restarted);
  });

  it('of one invoice: payments that are undone, and credit notes', async () => {
    const { id } = await ada.invoice({ taxRate: '0' });
    const own = async () => {
      const body = {
        customerId: ada.customerId,
        amount: '2.00',
        allocations: [{ invoiceId: id, amount: '2.00' }],
      };
      return (await ada.call('POST', '/api/payments', body)).body.id as number;
    };
    const made: number[] = [];
    for (let n = 0; n < DEPTH; n += 1) made.push(await own());
    const before = { ...restarts };
    const answers = await Promise.all(
      made.flatMap((payment) => [
        ada.call('POST', `/api/payments/${payment}/reverse`),
        issueNote({ correctsInvoiceId: id, credit: { amount: '1.00' } }),
      ]),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: DEPTH }, () => 200),
      ...Array.from({ length: DEPTH }, () => 201),
    ]);
    expect(restarts.lost - before.lost).toBe(0);
    expect(await ada.read({ id })).toMatchObject({ amountPaid: '0.00', amountDue: '84.00' });
    await finish(restarts.concerned - before.concerned);
  });

  it('of one estimate: its deposits, what deducts them, and what takes them back', async () => {
    const lineItems = [
      {
        description: 'Garden',
        quantity: '1',
        unitPrice: '1000',
        taxes: [{ name: 'VAT', rate: '19' }],
      },
    ];
    const dates = { issueDate: '2026-11-20', expiryDate: '2026-12-20', dueDate: '2026-12-20' };
    const { customerId } = ada;
    const content = { customerId, lineItems, ...dates };
    // Beside them all at once, whatever deducts first has all others refused.
    for (const beside of ['convert', 'ask', 'deduct', 'credit', 'delete'] as const) {
      const estimateNumber = `E-AT-ONCE-${(count += 1)}`;
      const estimate = await ada.call('POST', '/api/estimates', { ...content, estimateNumber });
      const path = `/api/estimates/${estimate.body.id}`;
      const deposits: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        const made = await ada.call('POST', `${path}/deposit-invoice`, { percent: '10' });
        await ada.call('POST', `/api/invoices/${made.body.id}/mark-sent`);
        deposits.push(made.body.id);
      }
      const correct = () => ada.call('POST', `/api/invoices/${next(deposits)}/correct`);
      const verb = {
        convert: () => ada.call('POST', `${path}/convert`),
        ask: () => ada.call('POST', `${path}/deposit-invoice`, { percent: '1' }),
        deduct: () =>
          ada.call('POST', '/api/invoices', {
            ...content,
            invoiceNumber: `F-AT-ONCE-${(count += 1)}`,
            deductsInvoiceIds: turn % 2 === 0 ? deposits : deposits.toReversed(),
          }),
        credit: () => issueNote({ correctsInvoiceId: next(deposits), credit: { amount: '1.05' } }),
        delete: () => ada.call('DELETE', `/api/invoices/${next(deposits)}`),
      }[beside];
      const some = Array.from({ length: 6 }, (): Ready[] => [verb, correct]);
      const { answers, restarted } = await allAtOnce(some.flat());
      expect(answers.some(({ status }) => status < 300)).toBe(true);
      await finish(restarted);
    }
  });

  it('of two invoices: payments that are divided anew', async () => {
    const two = [await ada.invoice({ taxRate: '0' }), await ada.invoice({ taxRate: '0' })];
    const made: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const body = { customerId: ada.customerId, amount: '20.00' };
      made.push((await ada.call('POST', '/api/payments', body)).body.id);
    }
    const before = { ...restarts };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const order = n % 2 === 0 ? two : two.toReversed();
        const allocations = order.map(({ id }, at) => ({
          invoiceId: id,
          amount: at === n % 3 ? '7.00' : '3.00',
        }));
        return ada.call('POST', `/api/payments/${made[n % 5]}/allocate`, { allocations });
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(restarts.lost - before.lost).toBe(0);
    await finish(restarts.concerned - before.concerned);
  });

  const pairs = names.flatMap((one, at) => names.slice(at).map((two) => [one, two] as const));
  it.each(isRest ? pairs : [])('%s beside %s', async (one, two) => {
    const some = Array.from({ length: DEPTH }, (_, n) => (n % 2 === 0 ? one : two));
    const { restarted } = await atOnce(some);
    await finish(restarted);
  });
});
