import type { AddressState } from '../../../shared/emails/email.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { allowRecipient, findRecipient, noteUnblockAsked } from '../senders/index.ts';

/** What a business knows of an address; of one that it never wrote to, nothing. */
export function readAddressState(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  { address }: { address: string },
): Promise<AddressState> {
  return readState(db.orm, businessId, address);
}

/** Takes away what stands in the way of reminders and statements to an address. Done twice, it is done. */
export async function allowAddress(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  { address }: { address: string },
): Promise<AddressState> {
  await allowRecipient(db.orm, businessId, address);
  return readState(db.orm, businessId, address);
}

/**
 * Asks the admin to lift the block of an address. Done twice, it is asked once.
 * @throws AppError CONFLICT where there is none
 */
export async function askUnblock(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  businessId: string,
  { address }: { address: string },
): Promise<AddressState> {
  if (!(await noteUnblockAsked(db.orm, businessId, address, clock.now()))) {
    throw new AppError('CONFLICT', 'This address does not block your emails.');
  }
  log.info({ businessId }, 'a business asked for a block to be lifted');
  return readState(db.orm, businessId, address);
}

async function readState(
  db: Queryable,
  businessId: string,
  address: string,
): Promise<AddressState> {
  const known = await findRecipient(db, businessId, address);
  return {
    bouncedAt: known?.bouncedAt?.toISOString() ?? null,
    bounceReason: known?.bounceReason ?? null,
    unsubscribedAt: known?.unsubscribedAt?.toISOString() ?? null,
    blockedAt: known?.blockedAt?.toISOString() ?? null,
    unblockAskedAt: known?.unblockAskedAt?.toISOString() ?? null,
  };
}
