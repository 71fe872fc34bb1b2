import type { AdminUser, MailFigures } from '../../../shared/admin/users.contract.ts';
import {
  MAIL_FIGURE_DAYS,
  MAX_COUNTED_USERS,
  NEW_USER_DAYS,
} from '../../../shared/admin/users.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { cutPage, decodeInstantCursor, toListAnswer } from '../../platform/lists/cursor.ts';
import { requireAdmin } from '../accounts/index.ts';
import { countBlocks, sumMail } from '../senders/index.ts';
import { liftBlock, listUserBlocks } from './lift-block.ts';
import { reinstateUser, suspendUser } from './suspend-user.ts';
import type { UserRow } from './user.store.ts';
import { countUsers, countUsersByStatus, findUser, readUsers } from './user.store.ts';

const DAY_MS = 86_400_000;

/** Everybody's accounts, for the admin. */
export function userRoutes(services: Pick<Services, 'env' | 'db' | 'clock' | 'log'>) {
  const { env, db, clock } = services;
  const mailSince = () => new Date(clock.now().getTime() - MAIL_FIGURE_DAYS * DAY_MS);
  const present = async (rows: UserRow[]) => {
    const ids = rows.map(({ businessId }) => businessId);
    const figures = await sumMail(db.orm, ids, mailSince());
    const blocks = await countBlocks(db.orm, ids);
    return rows.map((row) =>
      presentUser(row, figures.get(row.businessId), blocks.get(row.businessId)),
    );
  };
  const presentOne = async (id: string) => {
    const row = await findUser(db.orm, id);
    const [user] = row ? await present([row]) : [];
    if (!user) throw notFound('Account');
    return user;
  };
  return {
    list: ownerApi.users.list.handler(async ({ input, context: { actor } }) => {
      requireAdmin(env, actor);
      const after = input.cursor === undefined ? undefined : decodeInstantCursor(input.cursor);
      const rows = await readUsers(db.orm, { ...input, after });
      const page = cutPage(rows, input.limit, (row) => ({
        key: row.createdAt.toISOString(),
        id: row.id,
      }));
      return toListAnswer(await present(page.rows), page.next);
    }),
    suspend: ownerApi.users.suspend.handler(async ({ input, context: { actor } }) => {
      requireAdmin(env, actor);
      await suspendUser(services, input.id, input.reason ?? null);
      return presentOne(input.id);
    }),
    reinstate: ownerApi.users.reinstate.handler(async ({ input, context: { actor } }) => {
      requireAdmin(env, actor);
      await reinstateUser(services, input.id);
      return presentOne(input.id);
    }),
    blocks: ownerApi.users.blocks.handler(async ({ input, context: { actor } }) => {
      requireAdmin(env, actor);
      return { blocks: await listUserBlocks(db, input.id) };
    }),
    liftBlock: ownerApi.users.liftBlock.handler(async ({ input, context: { actor } }) => {
      requireAdmin(env, actor);
      await liftBlock(services, input.id, input.address);
      return presentOne(input.id);
    }),
    count: ownerApi.users.count.handler(async ({ input, context: { actor } }) => {
      requireAdmin(env, actor);
      const count = await countUsers(db.orm, input.search, MAX_COUNTED_USERS + 1);
      return { count: Math.min(count, MAX_COUNTED_USERS), more: count > MAX_COUNTED_USERS };
    }),
    stats: ownerApi.users.stats.handler(async ({ context: { actor } }) => {
      requireAdmin(env, actor);
      return countUsersByStatus(db.orm, new Date(clock.now().getTime() - NEW_USER_DAYS * DAY_MS));
    }),
  };
}

const NO_MAIL: MailFigures = { sent: 0, newRecipients: 0, failed: 0, reported: 0 };

function presentUser(
  { businessId: _, createdAt, suspendedAt, ...user }: UserRow,
  mail = NO_MAIL,
  blocks = { count: 0, asked: 0 },
): AdminUser {
  return {
    ...user,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    mail,
    blocks,
  };
}
