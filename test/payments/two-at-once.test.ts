import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

const ROUNDS = 8;

/** Two ways to pay one invoice, used at the same time: one of them is charged. */
describeOnDatabase('two payments at once', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());

  const findSession = (card: string) => /cs_test_\w+/.exec(card)?.[0] ?? '';
  /** An invoice with both ways open, its wallet's order approved and nothing told. */
  const approved = async (funding?: string) => {
    const invoice = await ada.invoice();
    const card = await ada.link(invoice, 'stripe');
    const wallet = await ada.link(invoice, 'paypal');
    await world.control('webhooks', { mode: 'drop' });
    await world.payByPayPal(wallet, funding);
    const order = new URL(wallet).searchParams.get('token') ?? wallet.split('/').at(-1) ?? '';
    return { invoice, card, order };
  };
  /** What the providers' own books say was taken, in hundredths. */
  const charged = async ({ card, order }: { card: string; order: string }) => {
    const account = world.sandbox.stripe(ada.secretKey);
    const session = await account.checkout.sessions.retrieve(findSession(card));
    const { captures } = (await world.control('paypal/order', { order })) as {
      captures: { status: string }[];
    };
    const taken = captures.filter(({ status }) => status !== 'DECLINED');
    return { stripe: session.payment_status === 'paid', paypal: taken.length };
  };
  const expectPaidOnce = async (made: { invoice: InvoiceDetail; card: string; order: string }) => {
    const { stripe, paypal } = await charged(made);
    expect(Number(stripe) + paypal).toBe(1);
    expect(await ada.read(made.invoice)).toMatchObject({
      status: 'paid',
      amountReceived: '107.00',
      overpaid: '0.00',
      payments: [{ provider: stripe ? 'stripe' : 'paypal' }],
    });
  };

  it('by card and by PayPal: one is charged', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const made = await approved();
      await world.control('webhooks', { mode: 'deliver' });
      // The card is charged a little before, beside and a little after the order is about to be taken.
      const pay = () => world.payByCard(made.card);
      const first = round % 3 === 0 ? await pay() : undefined;
      await Promise.all([
        world.confirm(made.invoice),
        first ?? pay(),
        ...(round % 2 === 0 ? [world.confirm(made.invoice)] : []),
      ]);
      await world.delivered();
      await world.confirm(made.invoice);
      await expectPaidOnce(made);
    }
  });

  it('in two tabs at one provider: one is charged', async () => {
    const invoice = await ada.invoice();
    const links = [await ada.link(invoice, 'stripe'), await ada.link(invoice, 'stripe')];
    await Promise.all(links.map((url) => world.payByCard(url)));
    await world.delivered();
    await world.confirm(invoice);
    const { payments, status } = await ada.read(invoice);
    expect([status, payments.length]).toEqual(['paid', 1]);
  });

  it('a card that was charged already leaves the order alone', async () => {
    const made = await approved();
    await world.payByCard(made.card);
    expect((await world.confirm(made.invoice)).body.state).toBe('paid');
    expect(await charged(made)).toEqual({ stripe: true, paypal: 0 });
    await expectPaidOnce(made);
  });

  it('a bank debit that is being confirmed leaves the order alone', async () => {
    const made = await approved();
    await world.control('pay', { session: findSession(made.card), bank: 'succeeds' });
    expect((await world.confirm(made.invoice)).body.state).toBe('confirming');
    expect(await charged(made)).toEqual({ stripe: false, paypal: 0 });
    await world.wait(3 * 60_000);
    expect((await world.confirm(made.invoice)).body.state).toBe('paid');
    await expectPaidOnce(made);
  });

  it('a card provider that is silent makes the order wait, and nothing else is begun', async () => {
    const made = await approved();
    const path = `/v1/checkout/sessions/${findSession(made.card)}/expire`;
    await world.control('fail', { path, times: 2, status: 500 });
    expect((await world.confirm(made.invoice)).body.state).toBe('confirming');
    expect((await ada.read(made.invoice)).paymentProcessing).toBe(true);
    const another = await world.test.visitor.call(
      'POST',
      `/api/invoices/${made.invoice.publicId}/create-payment`,
    );
    expect([another.status, another.body.message]).toEqual([
      409,
      'A payment for this invoice is being confirmed. There is no need to pay again.',
    ]);
    await world.wait(2 * 60_000);
    await world.reconcile();
    expect((await world.payByCard(made.card)).status).toBe(410);
    await expectPaidOnce(made);
  });

  it.each([
    ['before it was done', 'reset'],
    ['after it was done', 'reset-after'],
  ])('the answer to the capture is lost %s: taken once', async (_when, kind) => {
    const made = await approved();
    const path = `/v2/checkout/orders/${made.order}/capture`;
    await world.control('fail', { path, method: 'POST', times: 2, kind });
    expect((await world.confirm(made.invoice)).body.state).toBe('confirming');
    await world.control('fail/clear');
    await world.wait(2 * 60_000);
    await Promise.all([world.reconcile(), world.confirm(made.invoice)]);
    await expectPaidOnce(made);
    expect((await world.payByCard(made.card)).status).toBe(410);
  });

  it('a server that dies between the claim and the capture: the next goes on', async () => {
    const made = await approved();
    await db.pool.query(
      `update checkouts set status = 'capturing', updated_at = $2, next_check_at = $2
       where invoice_id = $1 and provider = 'paypal'`,
      [made.invoice.id, world.test.time.now],
    );
    await world.wait(60_000);
    await world.reconcile();
    await expectPaidOnce(made);
  });

  it('a server that dies after a decline was answered: the invoice can be paid again', async () => {
    const made = await approved('declines');
    expect((await world.confirm(made.invoice)).body.state).toBe('unpaid');
    await db.pool.query(
      `update checkouts set status = 'capturing', updated_at = $2, next_check_at = $2
       where invoice_id = $1 and provider = 'paypal'`,
      [made.invoice.id, world.test.time.now],
    );
    await world.wait(60_000);
    await world.reconcile();
    const card = await ada.link(made.invoice, 'stripe');
    await world.payByCard(card);
    await world.confirm(made.invoice);
    await expectPaidOnce({ ...made, card });
  });
});
