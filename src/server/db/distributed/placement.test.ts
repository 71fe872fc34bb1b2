import { expect, it } from 'vitest';
import { placeTables } from './placement.ts';

it('spreads the tables of owners, keeps everywhere what these refer to, and leaves the rest', () => {
  const table = (name: string, owned = false) => ({ name, owned, actual: 'local' as const });
  const key = (from: string, refersTo: string) => ({ table: from, refersTo });
  const places = placeTables(
    [
      table('invoices', true),
      table('members', true),
      table('businesses'),
      table('users'),
      table('sessions'),
      table('rates'),
    ],
    [
      key('invoices', 'businesses'),
      key('members', 'businesses'),
      key('members', 'users'),
      key('sessions', 'users'),
    ],
  );
  expect(places.map(({ name, wanted }) => `${name}: ${wanted}`)).toEqual([
    'invoices: distributed',
    'members: reference',
    'businesses: reference',
    'users: reference',
    'sessions: local',
    'rates: local',
  ]);
});
