import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** Group 14, second part: a provider that fails in each way. The database has no say in it. */
describeOnDatabase('a provider that', { owned: true }, (db) => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());

  const create = ({ publicId }: { publicId: string }) =>
    world.test.visitor.call('POST', `/api/invoices/${publicId}/create-payment`);

  const failures = [
    ['answers 429', { status: 429 }],
    ['answers 500', { status: 500 }],
    ['answers no JSON', { kind: 'not-json' }],
    ['answers a page', { kind: 'html', status: 502 }],
    ['hangs up', { kind: 'reset' }],
  ] as const;

  it.each(failures)('%s: nothing is charged, and the next try works', async (_what, failure) => {
    const ada = await world.business();
    const invoice = await ada.invoice();
    await world.control('fail', { path: '/v1/checkout/sessions', times: 2, ...failure });
    const failed = await create(invoice);
    expect([failed.status, failed.body.message]).toEqual([
      503,
      'Stripe is not responding right now. Nothing was charged. Try again in a moment.',
    ]);
    await world.control('fail/clear');
    expect((await create(invoice)).status).toBe(200);
    const { rows } = await db.pool.query('select 1 from checkouts where invoice_id = $1', [
      invoice.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is silent after the work: the same session, not a second one', async () => {
    const ada = await world.business();
    const invoice = await ada.invoice();
    const sessions = () =>
      new Set(
        world.asked
          .filter(({ path, method }) => path === '/v1/checkout/sessions' && method === 'POST')
          .map(({ answer }) => (answer as { id?: string } | null)?.id)
          .filter(Boolean),
      ).size;
    const before = sessions();
    await world.control('fail', {
      path: '/v1/checkout/sessions',
      times: 2,
      kind: 'reset-after',
    });
    expect((await create(invoice)).status).toBe(503);
    await world.control('fail/clear');
    expect((await create(invoice)).status).toBe(200);
    expect(sessions() - before).toBe(1);
  });

  it('is silent at the return: the page says that it is being confirmed', async () => {
    const ada = await world.business();
    const invoice = await ada.invoice();
    await world.control('webhooks', { mode: 'drop' });
    await world.payByCard(await ada.link(invoice));
    await world.control('fail', { path: '/v1/checkout/sessions', times: 2, status: 500 });
    expect((await world.confirm(invoice)).body).toMatchObject({
      state: 'confirming',
      amount: '107.00',
    });
    await world.control('fail/clear');
    await world.control('webhooks', { mode: 'deliver' });
    expect((await world.confirm(invoice)).body.state).toBe('paid');
  });
});
