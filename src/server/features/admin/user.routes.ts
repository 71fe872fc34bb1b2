import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { MAX_COUNTED_USERS, NEW_USER_DAYS } from '../../../shared/admin/users.contract.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeInstantCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { requireAdmin } from '../accounts/index.ts';
import type { UserRow } from './user.store.ts';
import { countUsers, countUsersByStatus, readUsers } from './user.store.ts';

const DAY_MS = 86_400_000;

/** Everybody's accounts, for the admin. */
export function userRoutes({ env, db, clock }: Pick<Services, 'env' | 'db' | 'clock'>) {
  return {
    list: api.users.list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      requireAdmin(env, owner);
      const after = input.cursor === undefined ? undefined : decodeInstantCursor(input.cursor);
      const rows = await readUsers(db.orm, { ...input, after });
      const page = pageOf(rows, input.limit, (row) => ({
        key: row.createdAt.toISOString(),
        id: row.id,
      }));
      return listAnswerOf(page.rows.map(presentUser), page.next);
    }),
    count: api.users.count.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      requireAdmin(env, owner);
      const count = await countUsers(db.orm, input.search, MAX_COUNTED_USERS + 1);
      return { count: Math.min(count, MAX_COUNTED_USERS), more: count > MAX_COUNTED_USERS };
    }),
    stats: api.users.stats.use(requireOwner).handler(async ({ context: { owner } }) => {
      requireAdmin(env, owner);
      return countUsersByStatus(db.orm, new Date(clock.now().getTime() - NEW_USER_DAYS * DAY_MS));
    }),
  };
}

function presentUser({ createdAt, ...user }: UserRow): AdminUser {
  return { ...user, createdAt: createdAt.toISOString() };
}
