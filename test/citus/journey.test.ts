import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import {
  DistributionRefusedError,
  distribute,
  planDistribution,
} from '../../src/server/db/distributed/distribute.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { quietLog } from '../database/quiet-log.ts';
import { ADMIN, wholeJourney } from '../database/whole-journey.ts';
import { openDnsPeer } from '../mail/dns-peer.ts';
import { openPaymentWorld } from '../payments/payment-world.ts';

/** Of an empty database with Citus, its coordinator and at least one worker. */
const databaseUrl = process.env['CITUS_URL'] ?? '';

const open = (poolSize = 10) => openDatabase({ databaseUrl, dataDir: '', log: quietLog, poolSize });

let db: Database;
beforeAll(async () => {
  db = await open();
});
afterAll(() => db.close());

it('distributes an empty database, and goes through every call and job on it', async () => {
  const alone = await open(1);
  await expect(planDistribution(alone)).rejects.toBeInstanceOf(DistributionRefusedError);
  await migrate(alone, { log: quietLog });
  const plan = await planDistribution(alone);
  expect(plan.moves.length).toBeGreaterThan(50);
  await distribute(alone, () => {});
  expect(await planDistribution(alone)).toMatchObject({ moves: [], keys: [], unset: [] });
  await alone.close();

  const dns = await openDnsPeer();
  const world = await openPaymentWorld(db, { ADMIN_EMAIL: ADMIN, DNS_RESOLVER: dns.address });
  await world.test.services.jobs.prepare();
  await wholeJourney(db, world, dns);
  // Looks at the books as well.
  await world.close();
  await dns.close();
}, 600_000);
