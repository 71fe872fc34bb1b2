import { expect, it } from 'vitest';
import { ownerByOwner } from './across-owners.ts';

const owners = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ business_id: `owner ${n}` }));

it('works for each owner and adds up what was done', async () => {
  const seen: string[] = [];
  const done = await ownerByOwner(owners(3), async (businessId) => {
    seen.push(businessId);
    return 2;
  });
  expect(seen).toEqual(['owner 0', 'owner 1', 'owner 2']);
  expect(done).toBe(6);
});

it('goes on where it fails for one, and says so in the end', async () => {
  const seen: string[] = [];
  const working = ownerByOwner(owners(4), async (businessId) => {
    seen.push(businessId);
    if (businessId === 'owner 1') throw new Error('its node is away');
    return 1;
  });
  await expect(working).rejects.toThrow('its node is away');
  expect(seen).toHaveLength(4);
});

it('gives up where it fails for one after the other', async () => {
  let asked = 0;
  const working = ownerByOwner(owners(50), async () => {
    asked += 1;
    throw new Error('the database is away');
  });
  await expect(working).rejects.toThrow('It failed for 10 owners');
  expect(asked).toBe(10);
});
