import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type {
  BusinessProfile,
  BusinessProfileInput,
} from '../../../shared/profile/profile.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { once } from '../../platform/idempotency/once.ts';
import type { ProfileRow } from './profile.store.ts';
import { insertProfile, lockProfile, presentProfile, updateProfileRow } from './profile.store.ts';

/** @throws AppError NOT_FOUND where the owner has no profile. */
export function presentFound(row: ProfileRow | undefined): BusinessProfile {
  if (!row) throw notFound('Business profile');
  return presentProfile(row);
}

/**
 * A new account's profile, so that its first invoice looks right before any setting is touched
 * (decision 8). Harmless where there is one already.
 */
export async function prefillProfile(
  db: Queryable,
  user: { id: string; name: string; email: string },
): Promise<void> {
  const name = user.name.trim().slice(0, 200);
  const businessName = name || user.email.split('@')[0] || 'My business';
  await insertProfile(db, user.id, {
    businessName,
    contactName: name || null,
    email: user.email,
  });
}

export function createProfile(
  { db }: Pick<Services, 'db'>,
  userId: string,
  input: BusinessProfileInput,
  key?: string,
): Promise<BusinessProfile> {
  return once(db, { userId, key, call: 'profile.create', input }, async (tx) => {
    const row = await insertProfile(tx, userId, input);
    if (!row) throw new AppError('CONFLICT', 'You have a business profile already: update it');
    return presentProfile(row);
  });
}

/**
 * Absent optional fields stay as they are stored.
 * @throws AppError STALE with the `current` profile when `version` is not the stored one
 */
export function updateProfile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  input: BusinessProfileInput & { id: number; version?: number | undefined },
): Promise<BusinessProfile> {
  const { id, version, ...fields } = input;
  return withTransaction(db, async (tx) => {
    const stored = await lockProfile(tx, userId);
    if (stored?.id !== id) throw notFound('Business profile');
    if (version !== undefined && version !== stored.version) {
      throw new AppError(
        'STALE',
        'The business profile was changed elsewhere since you opened it',
        {
          current: presentProfile(stored),
        },
      );
    }
    return presentFound(await updateProfileRow(tx, userId, fields, clock.now()));
  });
}
