import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DnsPeer } from '../mail/dns-peer.ts';
import { openDnsPeer } from '../mail/dns-peer.ts';
import type { PaymentWorld } from '../payments/payment-world.ts';
import { openPaymentWorld } from '../payments/payment-world.ts';
import { onEmbeddedDatabase } from './describe-on-database.ts';
import { ADMIN, wholeJourney } from './whole-journey.ts';

// On PostgreSQL its statements are read one by one: `ready-to-be-distributed.test.ts`.
onEmbeddedDatabase('every feature', { owned: true }, (db) => {
  let world: PaymentWorld;
  let dns: DnsPeer;
  beforeAll(async () => {
    dns = await openDnsPeer();
    world = await openPaymentWorld(db, { ADMIN_EMAIL: ADMIN, DNS_RESOLVER: dns.address });
    await world.test.services.jobs.prepare();
  });
  afterAll(async () => {
    await world.close();
    await dns.close();
  });

  it('works on the embedded database', async () => {
    await wholeJourney(db, world, dns);
    const { rows } = await db.pool.query('select 1 from invoices');
    expect(rows.length).toBeGreaterThan(5);
  });
});
