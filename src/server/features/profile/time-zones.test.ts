import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { quietLog } from '../../../../test/database/quiet-log.ts';
import { aCustomer } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { aRecurring } from '../../../../test/factories/recurring.ts';
import { onEvents } from '../../platform/events/record-events.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { notifyOwner } from '../notifications/index.ts';
import { createRecurring } from '../recurring/save-recurring.ts';
import { replaceLostTimeZones } from './time-zones.ts';

onEvents(notifyOwner);

describeOnDatabase('a start with time zones that are not known any more', (db) => {
  const services = { db, log: quietLog, clock: { now: () => new Date('2026-11-20T12:00:00Z') } };

  const inZone = async (timeZone: string) => {
    const owner = await makeOwner(db);
    await db.pool.query('update business_profiles set time_zone = $2 where business_id = $1', [
      owner,
      timeZone,
    ]);
    const read = async () => {
      const { rows: profiles } = await db.pool.query<{ time_zone: string; version: number }>(
        'select time_zone, version from business_profiles where business_id = $1',
        [owner],
      );
      const { rows: news } = await db.pool.query<{ type: string; message: string }>(
        'select type, message from notifications where business_id = $1',
        [owner],
      );
      return { zone: profiles[0]?.time_zone, version: profiles[0]?.version, news };
    };
    return { owner, read };
  };

  it('counts days in UTC, tells each owner once, and leaves others alone', async () => {
    const lost = [await inZone('Asia/Atlantis'), await inZone('Asia/Atlantis')];
    const other = await inZone('Asia/Tokyo');
    const before = await other.read();
    expect(await replaceLostTimeZones(services)).toBe(2);
    for (const { read } of lost) {
      expect(await read()).toMatchObject({
        zone: 'UTC',
        news: [
          {
            type: 'time_zone.lost',
            message:
              'The time zone Asia/Atlantis is not known any more. Your days are counted in UTC until you choose another in Business Profile.',
          },
        ],
      });
    }
    expect(await other.read()).toEqual(before);
    expect(before).toMatchObject({ zone: 'Asia/Tokyo', news: [] });
    expect(await replaceLostTimeZones(services)).toBe(0);
  });

  it('is done once by instances that start at once', async () => {
    const { read } = await inZone('Asia/Atlantis');
    const done = await Promise.all([1, 2, 3].map(() => replaceLostTimeZones(services)));
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect((await read()).news).toHaveLength(1);
  });

  it('lets what asks for the day work again', async () => {
    const { owner } = await inZone('Asia/Atlantis');
    await replaceLostTimeZones(services);
    const customer = await createCustomer(services, owner, aCustomer());
    const made = await createRecurring(services, owner, aRecurring(customer.id));
    expect(made.status).toBe('active');
  });
});
