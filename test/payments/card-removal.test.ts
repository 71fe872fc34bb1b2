/** Cards that are charged no more, and their provider. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import {
  chargeSavedCards,
  forgetCards,
  setCardsAside,
} from '../../src/server/features/payments/index.ts';
import { forgetRetiredKeys, resealPaymentKeys } from '../../src/server/features/profile/index.ts';
import { createSeal } from '../../src/server/platform/secrets/seal.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { agreeToCharges, endAgreements, openOffering, takenBy } from './automatic-payments.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;

describeOnDatabase('saved cards that are charged no more', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.control('fail/clear');
    await endAgreements(db);
  });
  beforeEach(async () => {
    ada = await openOffering(world);
  });

  const forget = () => forgetCards(world.test.services);
  const setAside = () => setCardsAside(world.test.services);
  /** The last digits of the cards that the provider was not told to forget, by its own answers. */
  const kept = async () => {
    const { rows } = await db.pool.query<{ method: string; last4: string }>(
      `select provider_method as method, last4 from payment_mandates
       where business_id = $1 order by id`,
      [ada.businessId],
    );
    const forgotten = (method: string) =>
      world.asked.some(
        ({ path, status }) => path === `/v1/payment_methods/${method}/detach` && status === 200,
      );
    return rows.filter(({ method }) => !forgotten(method)).map(({ last4 }) => last4);
  };
  const waiting = async () => {
    const { rows } = await db.pool.query<{ attempts: number }>(
      'select attempts from card_removals where business_id = $1',
      [ada.businessId],
    );
    return rows.map(({ attempts }) => attempts);
  };
  const otherKeys = async () => {
    const { secretKey } = await world.business();
    await ada.profile(keys(secretKey));
  };
  const keys = (secretKey: string) => ({
    stripeSecretKey: secretKey,
    stripePublishableKey: secretKey.replace('sk_', 'pk_'),
  });

  it('are forgotten when another agreement takes their place', async () => {
    await agreeToCharges(world, ada);
    await agreeToCharges(world, ada, '5555 5555 5555 4444');
    expect(await kept()).toEqual(['4242', '4444']);
    expect(await Promise.all([forget(), forget()])).toContain(1);
    expect(await kept()).toEqual(['4444']);
    expect(await waiting()).toEqual([]);
    // The other one is charged as before.
    const invoice = await ada.invoice({ dueDate: '2026-11-20' });
    expect(await chargeSavedCards(world.test.services)).toBe(1);
    expect((await ada.read(invoice)).status).toBe('paid');
  });

  it('are forgotten at once when it is ended, and later where the provider is silent', async () => {
    const path = `/api/customers/${ada.customerId}/automatic-payment/end`;
    await agreeToCharges(world, ada);
    await ada.call('POST', path, {});
    expect([await kept(), await waiting()]).toEqual([[], []]);
    await agreeToCharges(world, ada);
    await world.control('fail', { path: '/v1/payment_methods', times: 1_000, status: 500 });
    expect((await ada.call('POST', path, {})).body.card).toBeNull();
    expect(await waiting()).toEqual([1]);
    expect(await forget()).toBe(0);
    await world.wait(2 * 60_000);
    expect(await forget()).toBe(0);
    expect(await waiting()).toEqual([2]);
    await world.control('fail/clear');
    expect(await forget()).toBe(0);
    await world.wait(10 * 60_000);
    expect(await forget()).toBe(1);
    expect([await kept(), await waiting()]).toEqual([[], []]);
  });

  it('are given up after a month of silence', async () => {
    await agreeToCharges(world, ada);
    await world.control('fail', { path: '/v1/payment_methods', times: 1_000, status: 500 });
    await ada.call('POST', `/api/customers/${ada.customerId}/automatic-payment/end`, {});
    await world.wait(31 * DAY);
    expect(await forget()).toBe(1);
    expect(await waiting()).toEqual([]);
    await world.control('fail/clear');
  });

  it('of an account whose keys were replaced are forgotten a day later, with those keys', async () => {
    await agreeToCharges(world, ada);
    await otherKeys();
    await world.wait(2 * HOUR);
    await forgetRetiredKeys(world.test.services);
    expect(await setAside()).toBe(0);
    await world.wait(DAY);
    expect(await setAside()).toBe(1);
    expect(await setAside()).toBe(0);
    expect(await forget()).toBe(1);
    expect(await kept()).toEqual([]);
    const mandate = await ada.call('GET', `/api/customers/${ada.customerId}/automatic-payment`);
    expect(mandate.body.card).toMatchObject({ last4: '4242', isRefused: true });
    // Nothing waits for the keys any more.
    await forgetRetiredKeys(world.test.services);
    const { rows } = await db.pool.query(
      'select 1 from retired_payment_keys where business_id = $1',
      [ada.businessId],
    );
    expect(rows).toEqual([]);
  });

  it('are kept where the keys are put back within the day', async () => {
    await agreeToCharges(world, ada);
    await otherKeys();
    await world.wait(2 * HOUR);
    await forgetRetiredKeys(world.test.services);
    await ada.profile(keys(ada.secretKey));
    await world.wait(2 * DAY);
    expect(await setAside()).toBe(0);
    expect(await kept()).toEqual(['4242']);
    const invoice = await ada.invoice({ dueDate: '2026-11-22' });
    expect(await chargeSavedCards(world.test.services)).toBe(1);
    expect((await ada.read(invoice)).status).toBe('paid');
    expect(await takenBy(world, ada)).toEqual([10_700, 10_700]);
  });

  it('of another account are set aside when they would be charged, and forgotten', async () => {
    await agreeToCharges(world, ada);
    await ada.invoice({ dueDate: '2026-11-20' });
    await otherKeys();
    expect(await chargeSavedCards(world.test.services)).toBe(0);
    expect(await forget()).toBe(1);
    expect(await kept()).toEqual([]);
  });

  it('are charged as before once the key that seals credentials is another one', async () => {
    await agreeToCharges(world, ada);
    const { seal } = world.test.services;
    const another = createSeal(randomBytes(32));
    const accounts = async () => {
      const { rows } = await db.pool.query<{ of: string; mandate: string }>(
        `select c.account as of, m.account as mandate from payment_mandates m
         join checkouts c on c.business_id = m.business_id and c.agreement is not null
         where m.business_id = $1`,
        [ada.businessId],
      );
      return rows[0];
    };
    const before = await accounts();
    expect(before?.mandate).toBe(before?.of);
    await withTransaction(db, (tx) => resealPaymentKeys(tx, seal, another));
    const renamed = await accounts();
    expect(renamed?.mandate).toBe(renamed?.of);
    expect(renamed?.mandate).not.toBe(before?.mandate);
    await withTransaction(db, (tx) => resealPaymentKeys(tx, another, seal));
    const invoice = await ada.invoice({ dueDate: '2026-11-20' });
    expect(await chargeSavedCards(world.test.services)).toBe(1);
    expect((await ada.read(invoice)).status).toBe('paid');
  });
});
