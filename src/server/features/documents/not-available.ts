import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import { isSuspended } from '../businesses/index.ts';

/** What everybody but its owner hears of a document of a suspended account. */
export function notAvailable(): AppError {
  return new AppError(
    'NOT_AVAILABLE',
    'This page is not available at the moment. Contact the business directly.',
  );
}

/** @throws AppError NOT_AVAILABLE while its owner is suspended, to everybody but the owner */
export async function requireAvailable(
  db: Queryable,
  businessId: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<void> {
  if (!(await isSuspended(db, businessId))) return;
  if ((await viewer())?.businessId !== businessId) throw notAvailable();
}
