import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type { Owner } from '../../platform/http/api-context.ts';
import { isSuspended } from '../accounts/index.ts';

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
  userId: string,
  viewer: () => Promise<Owner | undefined>,
): Promise<void> {
  if (!(await isSuspended(db, userId))) return;
  if ((await viewer())?.userId !== userId) throw notAvailable();
}
