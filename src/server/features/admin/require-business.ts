import { notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { findAccountBusiness, findBusiness } from '../businesses/index.ts';

/** The business of an account. @throws AppError NOT_FOUND */
export async function requireBusiness(db: Queryable, accountId: string) {
  const businessId = await findAccountBusiness(db, accountId);
  const business = businessId && (await findBusiness(db, businessId));
  if (!business) throw notFound('Account');
  return business;
}
