import { invalidField } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { isPlatformName } from '../../platform/mail/platform-name.ts';
import { isAdmin } from '../accounts/index.ts';
import { findBusiness } from '../businesses/index.ts';

/**
 * A name stands before messages and on public pages: nobody's may be taken for the platform's, but
 * for the business of the admin, whose platform it is.
 * @throws AppError VALIDATION
 */
export async function requireOwnName(
  { env, appUrl }: Pick<Services, 'env' | 'appUrl'>,
  db: Queryable,
  businessId: string,
  businessName: string,
): Promise<void> {
  if (!isPlatformName(businessName, appUrl())) return;
  const business = await findBusiness(db, businessId);
  if (business && isAdmin(env, business.owner)) return;
  throw invalidField(
    'businessName',
    'This name could be taken for Remit, its support or a payment provider. Use the name of your business.',
  );
}
