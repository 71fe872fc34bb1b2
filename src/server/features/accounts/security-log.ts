import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { deviceName } from '../../../shared/accounts/device-name.ts';
import type {
  SecurityEvent,
  SecurityEventType,
  SignInMethod,
} from '../../../shared/accounts/security-events.ts';
import type { Queryable } from '../../db/database.ts';
import { securityEvents } from '../../db/tables/accounts.table.ts';
import type { Client } from '../../platform/http/client.ts';

/** How long an entry is kept. */
export const LOG_DAYS = 365;
/** So many of one type are kept, so that a flood of failures hides nothing but older failures. */
const MOST_OF_A_TYPE = 200;

interface EventData {
  method?: SignInMethod | undefined;
  newBrowser?: boolean;
  subjects?: string[];
}

export interface NewSecurityEvent {
  userId: string;
  type: SecurityEventType;
  client: Client;
  data?: EventData;
  at: Date;
}

/** Writes an entry into an account's security log; nothing where there is no such account. */
export async function recordSecurityEvent(
  db: Queryable,
  { userId, type, client, data = {}, at }: NewSecurityEvent,
): Promise<void> {
  await db.execute(sql`
    insert into security_events (user_id, type, address, agent, data, created_at)
    select id, ${type}, ${client.address}, ${client.agent}, ${JSON.stringify(data)}::jsonb,
      ${at.toISOString()}::timestamptz
    from users where id = ${userId}`);
  await db.execute(sql`
    delete from security_events where user_id = ${userId} and type = ${type} and id <= (
      select id from security_events where user_id = ${userId} and type = ${type}
      order by id desc offset ${MOST_OF_A_TYPE} limit 1)`);
}

/** An owner's entries, newest first. @param before the id to read on from */
export async function listSecurityEvents(
  db: Queryable,
  userId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<SecurityEvent[]> {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        before === undefined ? undefined : lt(securityEvents.id, before),
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit);
  return rows.map(({ id, type, address, agent, data, createdAt }) => {
    const { method = null, newBrowser = false, subjects = [] } = data as EventData;
    return {
      id,
      type,
      address,
      device: deviceName(agent),
      method,
      newBrowser,
      subjects,
      createdAt: createdAt.toISOString(),
    };
  });
}
