import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

/** Group 14 of what a suite of payments must survive: keys, modes, and what providers answer. */
describeOnDatabase('keys and answers of a provider', (db) => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());

  const readProfile = async (business: Business) =>
    (await business.call('GET', '/api/business-profile')).body;
  const create = (business: Business, invoice: { publicId: string }, own = false) =>
    (own ? business : world.test.visitor).call(
      'POST',
      `/api/invoices/${invoice.publicId}/create-payment`,
    );

  describe('keys in the business profile', () => {
    it('come back masked, are stored as ciphertext, and stay when a save is masked or empty', async () => {
      const ada = await world.business(['stripe', 'paypal']);
      const profile = await readProfile(ada);
      expect(profile).toMatchObject({
        stripePublishableKey: expect.stringMatching(/^pk_test_••••[0-9a-f]{4}$/),
        stripeSecretKey: expect.stringMatching(/^sk_test_••••[0-9a-f]{4}$/),
        paypalClientSecret: expect.stringMatching(/^••••[0-9a-f]{4}$/),
        stripeAccountStatus: 'connected',
        stripeAccountDetail: expect.stringContaining('(test mode)'),
        stripeWebhookActive: true,
        paypalAccountStatus: 'connected',
        paypalWebhookActive: true,
      });
      const stored = async () =>
        (
          await db.pool.query('select * from business_profiles where business_id = $1', [
            ada.businessId,
          ])
        ).rows[0];
      const before = await stored();
      expect(JSON.stringify(before)).not.toContain(ada.secretKey);
      expect(JSON.stringify(before)).not.toContain(ada.secretKey.slice(8));
      await ada.profile({
        stripeSecretKey: profile.stripeSecretKey,
        stripePublishableKey: '',
        paypalClientSecret: profile.paypalClientSecret,
      });
      expect((await stored()).stripe_secret_key).toBe(before.stripe_secret_key);
      expect((await stored()).stripe_publishable_key).toBe(before.stripe_publishable_key);
      expect((await stored()).paypal_client_secret).toBe(before.paypal_client_secret);
      const removed = await ada.profile({ stripeSecretKey: null, stripePublishableKey: null });
      expect(removed.body).toMatchObject({
        stripeSecretKey: null,
        stripeAccountStatus: 'not_connected',
        stripeWebhookActive: false,
        stripeWebhookUrl: null,
      });
    });

    it('are of no use in another row, or altered', async () => {
      const [ada, eve] = [await world.business(), await world.business()];
      const invoice = await ada.invoice();
      const original = (
        await db.pool.query(
          'select stripe_secret_key from business_profiles where business_id = $1',
          [ada.businessId],
        )
      ).rows[0].stripe_secret_key as string;
      const flipped = original.slice(0, -4) + (original.endsWith('AAA=') ? 'BBB=' : 'AAA=');
      const foreign = `(select stripe_secret_key from business_profiles where business_id = '${eve.businessId}')`;
      for (const replacement of [foreign, `'${flipped}'`, `'v1.AAAA'`, `'plain text'`]) {
        await db.pool.query(
          `update business_profiles set stripe_account_status = 'connected',
           stripe_secret_key = ${replacement} where business_id = $1`,
          [ada.businessId],
        );
        const visitor = await create(ada, invoice);
        expect([visitor.status, visitor.body.message]).toEqual([
          409,
          'This business cannot take online payments right now. Contact the business directly.',
        ]);
        expect(await readProfile(ada)).toMatchObject({
          stripeSecretKey: '••••',
          stripeAccountStatus: 'invalid',
          stripeAccountDetail: 'The stored keys cannot be read. Enter them again.',
        });
        const page = await world.test.visitor.call(
          'GET',
          `/api/public/invoice/${invoice.publicId}`,
        );
        expect(page.body.paymentConfig.hasStripe).toBe(false);
      }
    });

    it('that the provider refuses are saved and said to be invalid', async () => {
      const ada = await world.business([]);
      const saved = await ada.profile({
        stripePublishableKey: 'pk_test_short',
        stripeSecretKey: 'sk_test_x',
        paypalClientId: 'short',
        paypalClientSecret: 'short',
      });
      expect(saved.body).toMatchObject({
        stripeAccountStatus: 'invalid',
        stripeAccountDetail: 'Stripe does not accept the secret key.',
        paypalAccountStatus: 'invalid',
      });
      const invoice = await ada.invoice();
      expect((await create(ada, invoice)).status).toBe(409);
    });

    it('that cannot belong together are refused, naming the field', async () => {
      const ada = await world.business([]);
      const cases = [
        [
          { stripePublishableKey: 'pk_live_abcdefgh', stripeSecretKey: 'sk_test_abcdefgh' },
          'stripeSecretKey',
          'Publishable key and secret key must both be test keys or both be live keys',
        ],
        [
          { stripePublishableKey: 'sk_test_abcdefgh', stripeSecretKey: 'sk_test_abcdefgh' },
          'stripePublishableKey',
          'This is a secret key: enter it as the Secret key',
        ],
        [
          { stripePublishableKey: 'pk_live_abcdefgh', stripeSecretKey: 'sk_live_abcdefgh' },
          'stripeSecretKey',
          'This installation is in test mode, where no real money moves: use test keys',
        ],
        [
          { stripeSecretKey: 'sk_test_abc defgh' },
          'stripeSecretKey',
          'Secret key must not hold spaces or other special characters',
        ],
      ] as const;
      for (const [values, path, message] of cases) {
        const answer = await ada.profile(values);
        expect([answer.status, answer.body]).toMatchObject([
          400,
          { message, fields: [{ path, message }] },
        ]);
      }
      expect((await readProfile(ada)).stripeSecretKey).toBeNull();
    });

    it('that are restricted and may not read the account are good for payments', async () => {
      const ada = await world.business();
      await world.control('fail', { path: '/v1/account', times: 2, status: 403 });
      const answer = await ada.call('POST', '/api/business-profile/test-connection', {
        provider: 'stripe',
      });
      await world.control('fail/clear');
      expect(answer.body).toEqual({ connected: true, message: 'Connected (test mode).' });
      expect((await readProfile(ada)).stripeAccountStatus).toBe('connected');
    });

    it('can be tried before they are saved, and again afterwards', async () => {
      const ada = await world.business([]);
      const test = (body: object) =>
        ada.call('POST', '/api/business-profile/test-connection', body);
      expect((await test({ provider: 'stripe' })).body).toEqual({
        connected: false,
        message: 'Enter a secret key first.',
      });
      expect((await test({ provider: 'paypal', paypalClientId: 'client-12345' })).body).toEqual({
        connected: false,
        message: 'Enter a client ID and a client secret first.',
      });
      const good = await test({ provider: 'stripe', stripeSecretKey: 'sk_test_goodkey12' });
      expect(good.body).toMatchObject({ connected: true });
      expect(good.body.message).toMatch(/^Connected.*\(test mode\)\.$/);
      expect((await readProfile(ada)).stripeSecretKey).toBeNull();
      const bad = await test({ provider: 'stripe', stripeSecretKey: 'sk_test_x' });
      expect(bad.body).toEqual({
        connected: false,
        message: 'Stripe does not accept the secret key.',
      });
      expect((await test({ provider: 'square' })).body.message).toBe(
        'Provider must be stripe or paypal',
      );
      const stranger = await world.test.visitor.call(
        'POST',
        '/api/business-profile/test-connection',
        { provider: 'stripe' },
      );
      expect(stranger.status).toBe(401);
    });

    it('the preferred method is stripe until there is something to choose', async () => {
      const ada = await world.business();
      expect((await ada.profile({ preferredPaymentMethod: 'paypal' })).body).toMatchObject({
        preferredPaymentMethod: 'stripe',
      });
      const both = await ada.profile({
        paypalClientId: 'client-12345678',
        paypalClientSecret: 'secret-12345678',
        preferredPaymentMethod: 'paypal',
      });
      expect(both.body.preferredPaymentMethod).toBe('paypal');
      const invoice = await ada.invoice();
      expect((await create(ada, invoice)).body).toMatchObject({ method: 'paypal' });
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
      expect(page.body.paymentConfig).toEqual({
        hasStripe: true,
        hasPayPal: true,
        installment: null,
        parts: null,
        testMode: true,
      });
    });
  });

  describe('keys that stop working', () => {
    it('are told to the owner, not to customers; nothing is lost, and new ones go on', async () => {
      const ada = await world.business();
      const [open, fresh] = [await ada.invoice(), await ada.invoice()];
      const url = await ada.link(open);
      await world.control('revoke-key', { key: ada.secretKey });
      const visitor = await create(ada, fresh);
      expect([visitor.status, visitor.body.message]).toEqual([
        409,
        'This business cannot take online payments right now. Contact the business directly.',
      ]);
      expect(await readProfile(ada)).toMatchObject({
        stripeAccountStatus: 'invalid',
        stripeAccountDetail: 'Stripe does not accept the secret key.',
      });
      const owner = await create(ada, fresh, true);
      expect(owner.body.message).toBe(
        'No payment provider is set up. Complete payment setup in your business profile.',
      );
      // The customer of the earlier link pays; the server learns of it once it has a key again.
      await world.payByCard(url);
      expect((await world.confirm(open)).body.state).toBe('confirming');
      await world.control('revoke-key', { key: ada.secretKey, revoked: false });
      await ada.call('POST', '/api/business-profile/test-connection', { provider: 'stripe' });
      expect((await readProfile(ada)).stripeAccountStatus).toBe('connected');
      expect((await world.confirm(open)).body.state).toBe('paid');
      // What was refused for the keys is asked for again at once.
      expect((await create(ada, fresh)).status).toBe(200);
    });

    it('replaced by another account’s: open sessions end there, what was paid is found there', async () => {
      const [ada, eve] = [await world.business(), await world.business()];
      const [paid, open, late] = [await ada.invoice(), await ada.invoice(), await ada.invoice()];
      const urls = [await ada.link(paid), await ada.link(open), await ada.link(late)] as const;
      await world.control('webhooks', { mode: 'drop' });
      await world.payByCard(urls[0]);
      await ada.profile({
        stripeSecretKey: eve.secretKey,
        stripePublishableKey: eve.secretKey.replace('sk_', 'pk_'),
      });
      // Faster than the job: paid at the old account, learned by the return page.
      await world.payByCard(urls[2]);
      expect((await world.confirm(late)).body.state).toBe('paid');
      expect(await ada.link(open)).not.toBe(urls[1]);
      await world.reconcile();
      expect((await world.payByCard(urls[1])).status).toBe(410);
      expect(await ada.read(paid)).toMatchObject({ status: 'paid', amountReceived: '107.00' });
      expect((await ada.read(open)).status).toBe('sent');
      const [payment] = (await ada.read(paid)).payments;
      const back = await ada.call(
        'POST',
        `/api/invoices/${paid.id}/payments/${payment?.id}/refund`,
      );
      expect([back.status, back.body.message]).toEqual([
        409,
        'This payment was made to another Stripe account. Refund it there.',
      ]);
      await world.wait(2 * HOUR);
      const { forgetRetiredKeys } = await import('../../src/server/features/profile/index.ts');
      await forgetRetiredKeys(world.test.services);
      const { rows } = await db.pool.query(
        'select 1 from retired_payment_keys where business_id = $1',
        [ada.businessId],
      );
      expect(rows).toEqual([]);
      await world.control('webhooks', { mode: 'deliver' });
    });

    it('removed: the open session ends, and nobody is asked to pay twice', async () => {
      const ada = await world.business();
      const [open, paid] = [await ada.invoice(), await ada.invoice()];
      const urls = [await ada.link(open), await ada.link(paid)] as const;
      await world.control('webhooks', { mode: 'drop' });
      await world.payByCard(urls[1]);
      await ada.profile({ stripeSecretKey: null, stripePublishableKey: null });
      await world.reconcile();
      await world.control('webhooks', { mode: 'deliver' });
      expect((await world.payByCard(urls[0])).status).toBe(410);
      expect((await ada.read(paid)).status).toBe('paid');
      const ours = world.asked.filter(
        ({ method, path, account }) =>
          method === 'DELETE' &&
          path.startsWith('/v1/webhook_endpoints/') &&
          account === ada.secretKey,
      );
      expect(ours).toHaveLength(1);
    });

    it('a job tries them each day', async () => {
      const ada = await world.business();
      await world.control('revoke-key', { key: ada.secretKey });
      await world.wait(25 * HOUR);
      const { checkPaymentKeys } = await import('../../src/server/features/profile/index.ts');
      const runs = await Promise.all([
        checkPaymentKeys(world.test.services),
        checkPaymentKeys(world.test.services),
      ]);
      expect(runs[0] + runs[1]).toBeGreaterThan(0);
      expect((await readProfile(ada)).stripeAccountStatus).toBe('invalid');
    });
  });

  it('sends nothing but what the provider knows, and no key in any answer or log', async () => {
    const ada = await world.business();
    const invoice = await ada.invoice();
    await world.payByCard(await ada.link(invoice));
    await world.delivered();
    const answers = [
      await readProfile(ada),
      await ada.read(invoice),
      (await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`)).body,
      (await ada.call('GET', `/api/test-payment-integration/${invoice.id}`)).body,
    ];
    expect(JSON.stringify(answers)).not.toContain(ada.secretKey);
    const own = world.asked.filter(({ account }) => account === ada.secretKey);
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter(({ status }) => status >= 400)).toEqual([]);
  });
});
