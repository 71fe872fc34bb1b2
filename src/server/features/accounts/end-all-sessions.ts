import type { Queryable } from '../../db/database.ts';
import { sessions } from '../../db/tables/accounts.table.ts';

/** Signs everybody out. @returns how many sessions there were */
export async function endAllSessions(db: Queryable): Promise<number> {
  const { rowCount } = await db.delete(sessions);
  return rowCount ?? 0;
}
