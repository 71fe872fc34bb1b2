import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { payingTogether, sessionOf, types } from './combined-world.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

type Three = [InvoiceDetail, InvoiceDetail, InvoiceDetail];

/** What else happens to invoices that are being paid together. */
describeOnDatabase(
  'several invoices that are paid together, and otherwise',
  { owned: true },
  (db) => {
    let world: PaymentWorld;
    let ada: Business;
    let marta: ReturnType<typeof payingTogether>;
    beforeAll(async () => {
      world = await openPaymentWorld(db);
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      world.test.time.now = new Date('2026-11-20T12:00:00Z');
      await world.control('clock');
      await world.control('webhooks', { mode: 'deliver' });
      ada = await world.business(['stripe', 'paypal']);
      marta = payingTogether(db, world, ada);
    });
    afterEach(() => marta.check());

    const three = async () => (await marta.invoices('10', '20', '30')) as Three;
    const states = async (invoices: InvoiceDetail[]) =>
      (await marta.read(invoices)).map(({ status, amountDue }) => `${status} ${amountDue}`);
    const stateOf = async (url: string) =>
      (await world.sandbox.stripe(ada.secretKey).checkout.sessions.retrieve(sessionOf(url))).status;
    const pay = async (url: string) => {
      const { status } = await world.payByCard(url);
      await world.delivered();
      return status;
    };
    const markPaid = async ({ id }: InvoiceDetail) =>
      (await ada.call('POST', `/api/invoices/${id}/mark-paid`, { paymentMethod: 'cash' })).status;
    const credit = async () =>
      (await ada.call('GET', `/api/customers/${ada.customerId}/account`)).body.accounts[0]
        ?.unappliedCredit;

    describe('one checkout', () => {
      it('is asked for twice, and eight times at once', async () => {
        const made = await three();
        const links = await Promise.all(Array.from({ length: 8 }, () => marta.link(made)));
        expect(new Set(links).size).toBe(1);
        await world.wait(HOUR);
        expect(await marta.link(made.toReversed())).toBe(links[0]);
        const { rows } = await db.pool.query('select 1 from checkouts where business_id = $1', [
          ada.businessId,
        ]);
        expect(rows).toHaveLength(1);
      });

      it('of another selection ends the former', async () => {
        const [a, b, c] = await three();
        const former = await marta.link([a, b]);
        const latter = await marta.link([b, c]);
        expect(await stateOf(former)).toBe('expired');
        expect(await pay(former)).toBe(410);
        expect(await pay(latter)).toBe(303);
        expect(await states([a, b, c])).toEqual(['sent 10.00', 'paid 0.00', 'paid 0.00']);
      });

      it('in two tabs with selections that overlap, at once: each is paid at most once', async () => {
        const [a, b, c] = await three();
        const links = await Promise.allSettled([
          marta.link([a, b]),
          marta.link([b, c]),
          marta.link([a, c]),
          marta.link([a, b, c]),
        ]);
        const urls = links.flatMap((link) => (link.status === 'fulfilled' ? [link.value] : []));
        expect(urls.length).toBeGreaterThan(0);
        await Promise.all(urls.map((url) => world.payByCard(url)));
        await world.delivered();
        await world.reconcile();
        const paid = await marta.read([a, b, c]);
        for (const one of paid) expect(one.payments.length).toBeLessThanOrEqual(1);
        expect(paid.filter(({ status }) => status === 'paid').length).toBeGreaterThan(0);
        expect(await credit()).toBe('0.00');
      });

      it('ends that of one of them, and the other way round', async () => {
        const [a, b, c] = await three();
        const single = await ada.link(b, 'stripe');
        const several = await marta.link([a, b, c]);
        expect(await stateOf(single)).toBe('expired');
        expect(await pay(single)).toBe(410);
        const again = await ada.link(c, 'stripe');
        expect(await stateOf(several)).toBe('expired');
        expect(await pay(several)).toBe(410);
        expect(await pay(again)).toBe(303);
        expect(await states([a, b, c])).toEqual(['sent 10.00', 'sent 20.00', 'paid 0.00']);
        // Many at once that each had their own.
        const more = await marta.invoices('1', '2', '3', '4', '5', '6', '7');
        for (const one of more) await ada.link(one, 'stripe');
        expect(await pay(await marta.link(more))).toBe(303);
        expect(new Set((await marta.read(more)).map(({ status }) => status))).toEqual(
          new Set(['paid']),
        );
      });

      it('and one of a single invoice, asked for at once: each is paid once', async () => {
        for (let round = 0; round < 3; round += 1) {
          const [a, b] = await three();
          const links = await Promise.allSettled([
            marta.link([a, b]),
            ada.link(b, 'stripe'),
            marta.link([a, b]),
          ]);
          const urls = links.flatMap((link) => (link.status === 'fulfilled' ? [link.value] : []));
          await Promise.all([...new Set(urls)].map((url) => world.payByCard(url)));
          await world.delivered();
          const [, paid] = await marta.read([a, b]);
          expect(paid?.payments.length).toBe(1);
          await marta.check();
        }
      });

      describe('and one of a single invoice that somebody else asks for', () => {
        const another = (
          { publicId }: InvoiceDetail,
          body: object = {},
          cookie = `remit.payer=${randomUUID()}`,
        ) =>
          world.test.visitor.call('POST', `/api/invoices/${publicId}/create-payment`, body, {
            cookie,
          });
        const open = async (url: string) => (await stateOf(url)) === 'open';

        it('stay open beside each other, until one is paid', async () => {
          const [a, b, c] = await three();
          const several = await marta.link([a, b, c]);
          const single = (await another(c)).body.paymentUrl;
          expect(await open(several)).toBe(true);
          expect((await ada.call('POST', `/api/invoices/${b.id}/create-payment`)).status).toBe(200);
          expect(await open(several)).toBe(true);
          expect(await marta.link([c, b, a])).toBe(several);
          expect(await pay(several)).toBe(303);
          await world.reconcile();
          expect(await stateOf(single)).toBe('expired');
          expect(await pay(single)).toBe(410);
          expect(await states([a, b, c])).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
          expect(await credit()).toBe('0.00');
        });

        it('end each other where the browser is the same', async () => {
          const [a, b] = await three();
          const first = await another(a, {}, '');
          const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
          expect(cookie).toMatch(/^remit\.payer=[0-9a-f-]{36}$/);
          const visitor = cookie.replace('remit.payer=', '');
          const several = await marta.link([a, b], { visitor });
          expect(await stateOf(first.body.paymentUrl)).toBe('expired');
          await another(b, {}, cookie);
          expect(await stateOf(several)).toBe('expired');
          // What nobody has made up is a browser of its own.
          const planted = await another(b, {}, 'remit.payer=owner');
          expect(String(planted.headers['set-cookie'])).not.toContain('=owner');
        });

        it('are both paid in one moment: what is too much is the customer’s credit', async () => {
          const [a, b] = await three();
          const several = await marta.link([a, b]);
          const single = (await another(b)).body.paymentUrl;
          await Promise.all([world.payByCard(several), world.payByCard(single)]);
          await world.delivered();
          await world.reconcile();
          expect(await states([a, b])).toEqual(['paid 0.00', 'paid 0.00']);
          const [, second] = await marta.read([a, b]);
          // Whichever was heard first.
          expect([await credit(), second?.overpaid]).toContain('20.00');
          expect(second && types(second)).toContain('payment.overpaid');
        });

        it('are not opened without end, and those of several are not the ones that go', async () => {
          await ada.profile({ allowPartialPayments: true });
          const [a, b, c] = await three();
          const several = await marta.link([a, b]);
          const urls: string[] = [];
          for (let amount = 1; amount <= 13; amount += 1) {
            urls.push((await another(b, { amount: String(amount) })).body.paymentUrl);
          }
          const left = await Promise.all(urls.map(open));
          expect(left.filter(Boolean).length).toBe(11);
          expect(left.slice(0, 3)).toEqual([false, false, true]);
          expect(await open(several)).toBe(true);
          expect(await states([c])).toEqual(['sent 30.00']);
        });
      });

      it('that is paid refuses the next ask for any of them', async () => {
        const [a, b, c] = await three();
        await world.control('webhooks', { mode: 'drop' });
        await world.payByCard(await marta.link([a, b]));
        await expect(marta.link([b, c])).rejects.toMatchObject({
          message: `A payment for ${b.invoiceNumber} has just arrived. Choose again what to pay`,
        });
        const single = await world.test.visitor.call(
          'POST',
          `/api/invoices/${a.publicId}/create-payment`,
        );
        expect([single.status, single.body.code]).toEqual([409, 'ALREADY_PAID']);
      });

      it('by card and by PayPal at once: one is charged', async () => {
        for (let round = 1; round <= 4; round += 1) {
          const [a, b] = await three();
          const card = await marta.link([a, b], { method: 'stripe' });
          const wallet = await marta.link([a, b], { method: 'paypal' });
          await world.control('webhooks', { mode: 'drop' });
          await world.payByPayPal(wallet);
          await world.control('webhooks', { mode: 'deliver' });
          await Promise.all([marta.confirm(), world.payByCard(card), world.confirm(b)]);
          await world.delivered();
          await marta.confirm();
          const paid = await marta.read([a, b]);
          expect(paid.map(({ payments }) => payments.length)).toEqual([1, 1]);
          expect(paid.map(({ status }) => status)).toEqual(['paid', 'paid']);
          await marta.check();
        }
      });
    });

    it('a saved card is not charged while they are being confirmed, and ends what is open', async () => {
      await ada.profile({ offerAutomaticPayment: true });
      const agreed = await ada.invoice();
      const path = `/api/invoices/${agreed.publicId}/create-payment`;
      const made = await world.test.visitor.call('POST', path, { automatic: true });
      expect(await pay(made.body.paymentUrl)).toBe(303);
      await world.wait(HOUR);
      const due = { dueDate: '2026-11-21' };
      const [a, b, c, d] = [
        await ada.invoice(due),
        await ada.invoice(due),
        await ada.invoice(due),
        await ada.invoice(due),
      ];
      const processing = sessionOf(await marta.link([a, b]));
      await world.wait(23 * HOUR);
      await world.control('pay', { session: processing, bank: 'succeeds' });
      await marta.confirm();
      const open = await marta.link([c, d]);
      // The customer pays and the job charges in the same moment.
      const [, charged] = await Promise.all([
        world.payByCard(open),
        chargeSavedCards(world.test.services),
        chargeSavedCards(world.test.services),
      ]);
      await world.delivered();
      await world.wait(2 * 60_000);
      await world.delivered();
      await world.reconcile();
      const ends = await marta.read([a, b, c, d]);
      expect(ends.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
      expect(ends.map(({ payments }) => payments.length)).toEqual([1, 1, 1, 1]);
      expect(charged).toBeLessThanOrEqual(2);
      expect(await credit()).toBe('0.00');
    });

    describe('between open and paid the owner', () => {
      it.each<[string, (invoice: InvoiceDetail) => Promise<unknown>]>([
        ['marks one as paid', markPaid],
        [
          'edits one',
          (one) =>
            ada.edit(one, { lineItems: [{ description: 'More', quantity: '1', unitPrice: '25' }] }),
        ],
        ['deletes one', ({ id }) => ada.call('DELETE', `/api/invoices/${id}`)],
        ['sets one back to draft', (one) => ada.edit(one, { status: 'draft' })],
        [
          'records a part of one',
          ({ id }) =>
            ada.call('POST', '/api/payments', {
              customerId: ada.customerId,
              amount: '5',
              paymentMethod: 'cash',
              allocations: [{ invoiceId: id, amount: '5' }],
            }),
        ],
        [
          'gives one to another customer',
          async (one) => {
            const other = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
            return ada.edit(one, { customerId: other.body.id });
          },
        ],
      ])('%s: the checkout ends', async (_what, change) => {
        const [a, b] = await three();
        const url = await marta.link([a, b]);
        const before = await states([a]);
        await change(b);
        await world.reconcile();
        expect(await stateOf(url)).toBe('expired');
        expect((await marta.newest()).status).toBe('expired');
        expect(await marta.confirm()).toMatchObject({ state: 'unpaid' });
        expect(await pay(url)).toBe(410);
        expect(await states([a])).toEqual(before);
      });
    });

    it('ends when the customers whose invoices it asks for are two again', async () => {
      const other = await ada.call('POST', '/api/customers', { name: 'Marta L.' });
      const [a] = await three();
      const b = await ada.invoice({ customerId: other.body.id });
      await ada.call('POST', `/api/customers/${other.body.id}/merge`, {
        intoCustomerId: ada.customerId,
      });
      const url = await marta.link([a, b], { customerIds: [ada.customerId, other.body.id] });
      const apart = await ada.call('POST', `/api/customers/${other.body.id}/separate`);
      expect(apart.status).toBe(200);
      await world.reconcile();
      expect(await stateOf(url)).toBe('expired');
      expect(await pay(url)).toBe(410);
      expect(await states([a, b])).toEqual(['sent 10.00', 'sent 107.00']);
    });

    describe('between paid and settled the owner', () => {
      const paidUnheard = async () => {
        const made = await three();
        await world.control('webhooks', { mode: 'drop' });
        await world.payByCard(await marta.link(made));
        return made;
      };

      it('has recorded cash for one: that part is credit, and told', async () => {
        const [a, b, c] = await paidUnheard();
        // The call ends what is open, and so hears of the payment; the database alone does not.
        await ada.call('POST', '/api/payments', {
          customerId: ada.customerId,
          amount: '20',
          paymentMethod: 'cash',
          allocations: [{ invoiceId: b.id, amount: '20' }],
        });
        expect(await marta.confirm()).toMatchObject({ state: 'paid', amount: '60.00' });
        expect(await states([a, b, c])).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
        expect(await credit()).toBe('20.00');
        const second = await ada.read(b);
        expect(second.history.find(({ type }) => type === 'payment.overpaid')?.data).toMatchObject({
          amount: '20.00',
        });
        const online = second.payments.find(({ provider }) => provider === 'stripe');
        expect(online).toMatchObject({ allocatedAmount: '0.00', unappliedAmount: '20.00' });
        // It goes back from the page of any of them, and opens nothing.
        const refund = `/api/invoices/${c.id}/payments/${online?.id}/refund`;
        expect((await ada.call('POST', refund, { amount: '20' })).status).toBe(200);
        expect(await credit()).toBe('0.00');
        expect(await states([a, b, c])).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
      });

      it('has edited one: each takes what was asked for it', async () => {
        const [a, b, c] = await paidUnheard();
        const item = (unitPrice: string) => ({
          lineItems: [{ description: 'Other', quantity: '1', unitPrice }],
        });
        await ada.edit(a, item('4'));
        await ada.edit(c, item('50'));
        await marta.confirm();
        expect(await states([a, b, c])).toEqual(['paid 0.00', 'paid 0.00', 'sent 20.00']);
        expect(await credit()).toBe('6.00');
      });

      it('has deleted one: it comes back, as one that is paid by itself does', async () => {
        const [a, b, c] = await paidUnheard();
        expect((await ada.call('DELETE', `/api/invoices/${b.id}`)).status).toBe(200);
        await marta.confirm();
        expect(await states([a, b, c])).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
        expect(types(await ada.read(b))).toContain('invoice.restored');
        expect(await credit()).toBe('0.00');
      });

      it('has deleted the first, and set another back to draft', async () => {
        const [a, b, c] = await paidUnheard();
        await ada.call('DELETE', `/api/invoices/${a.id}`);
        await ada.edit(b, { status: 'draft' });
        await marta.confirm();
        expect(await states([a, b, c])).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
      });

      it('has separated the customers: what is of another is the payer’s credit', async () => {
        const other = await ada.call('POST', '/api/customers', { name: 'Marta L.' });
        const [a] = await three();
        const b = await ada.invoice({ customerId: other.body.id });
        await ada.call('POST', `/api/customers/${other.body.id}/merge`, {
          intoCustomerId: ada.customerId,
        });
        const customerIds = [ada.customerId, other.body.id];
        const url = await marta.link([a, b], { customerIds });
        await world.control('webhooks', { mode: 'drop' });
        await world.payByCard(url);
        const apart = await ada.call('POST', `/api/customers/${other.body.id}/separate`);
        expect(apart.status).toBe(200);
        await marta.confirm(undefined, customerIds);
        expect(await states([a, b])).toEqual(['paid 0.00', 'sent 107.00']);
        expect(await credit()).toBe('107.00');
      });

      it.each([
        ['who paid is kept: the first invoice’s customer has nothing of it', true],
        ['of a checkout that does not say who paid, it is the first invoice’s customer', false],
      ])('has separated the customers, and %s', async (_, isKept) => {
        const other = await ada.call('POST', '/api/customers', { name: 'Marta L.' });
        const first = await ada.invoice({ customerId: other.body.id });
        const [own] = await three();
        await ada.call('POST', `/api/customers/${other.body.id}/merge`, {
          intoCustomerId: ada.customerId,
        });
        const customerIds = [ada.customerId, other.body.id];
        const url = await marta.link([first, own], { customerIds });
        const { rows } = await db.pool.query(
          `select payer_id::int from checkouts where business_id = $1 and pays = 'several'`,
          [ada.businessId],
        );
        expect(rows.at(-1)).toEqual({ payer_id: ada.customerId });
        if (!isKept) {
          await db.pool.query('update checkouts set payer_id = null where business_id = $1', [
            ada.businessId,
          ]);
        }
        await world.control('webhooks', { mode: 'drop' });
        await world.payByCard(url);
        const apart = await ada.call('POST', `/api/customers/${other.body.id}/separate`);
        expect(apart.status).toBe(200);
        await marta.confirm(undefined, customerIds);
        expect(await states([first, own])).toEqual(
          isKept ? ['sent 107.00', 'paid 0.00'] : ['paid 0.00', 'sent 10.00'],
        );
        expect(await credit()).toBe(isKept ? '107.00' : '0.00');
        // Nobody but who paid, or whose invoices these are, learns what came of it.
        const stranger = await ada.call('POST', '/api/customers', { name: 'Piet' });
        await expect(marta.confirm(undefined, [stranger.body.id])).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      });
    });

    describe('an answer that is lost', () => {
      it.each(['reset', 'reset-after'])('of the ask (%s): the next gets the same', async (kind) => {
        const made = await three();
        await world.control('fail', {
          path: '/v1/checkout/sessions',
          method: 'POST',
          times: 3,
          kind,
        });
        await expect(marta.link(made)).rejects.toMatchObject({ code: 'BUSY' });
        await world.control('fail/clear');
        expect(await pay(await marta.link(made))).toBe(303);
        const { data } = await world.sandbox.stripe(ada.secretKey).checkout.sessions.list();
        expect(data).toHaveLength(1);
        expect(await states(made)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
      });

      it.each(['reset', 'reset-after'])('of the capture (%s): taken once', async (kind) => {
        const made = await three();
        await world.control('webhooks', { mode: 'drop' });
        const url = await marta.link(made, { method: 'paypal' });
        await world.payByPayPal(url);
        const { provider_id: order } = await marta.newest();
        const path = `/v2/checkout/orders/${order}/capture`;
        await world.control('fail', { path, method: 'POST', times: 2, kind });
        expect((await marta.confirm()).state).toBe('confirming');
        await world.control('fail/clear');
        await world.wait(2 * 60_000);
        await Promise.all([world.reconcile(), marta.confirm()]);
        expect(await states(made)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
        const { captures } = await world.control('paypal/order', { order });
        expect(captures).toHaveLength(1);
      });

      it('of everything: the job finds what the customer has paid', async () => {
        const made = await three();
        await world.control('webhooks', { mode: 'drop' });
        await world.payByCard(await marta.link(made));
        await world.wait(2 * 60_000);
        await world.reconcile();
        expect(await states(made)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
      });
    });
  },
);
