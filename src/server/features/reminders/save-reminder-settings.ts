import { isDeepStrictEqual } from 'node:util';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { readMoney } from '../../../shared/money/money.ts';
import type { LateFee } from '../../../shared/reminders/late-fee.ts';
import { usualSteps } from '../../../shared/reminders/reminder-words.ts';
import type {
  ReminderSettings,
  ReminderSettingsInput,
} from '../../../shared/reminders/reminder.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockBusiness } from '../businesses/index.ts';
import { findProfile, readBusinessCurrency } from '../profile/index.ts';
import type { SettingsRow } from './reminder.store.ts';
import { findSettings, saveSettings } from './reminder.store.ts';

/** Of a business that has saved none: a schedule to begin with, which sends nothing. */
const unsaved = () => ({
  enabled: false,
  enabledSince: null,
  sendFrom: 9,
  sendUntil: 17,
  businessDaysOnly: true,
  lateFee: null,
  steps: usualSteps(),
  version: 1,
});

export async function readReminderSettings(
  db: Queryable,
  businessId: string,
): Promise<ReminderSettings> {
  const currency = await readBusinessCurrency(db, businessId);
  return present(await findSettings(db, businessId), currency);
}

/** @param currency the business's, in which a fixed fee is; it may have had another one when the fee was saved */
function present(row: SettingsRow | undefined, currency: string): ReminderSettings {
  if (!row) return unsaved();
  const { enabled, enabledSince, sendFrom, sendUntil, businessDaysOnly, ...rest } = row;
  const { lateFee, steps, version } = rest;
  return {
    enabled,
    enabledSince,
    sendFrom,
    sendUntil,
    businessDaysOnly,
    lateFee:
      lateFee?.kind === 'fixed'
        ? { ...lateFee, amount: readMoney(lateFee.amount, currency)?.amount ?? lateFee.amount }
        : lateFee,
    steps,
    version,
  };
}

/** Whether a customer is charged alike; how its owner wants it made is another thing. */
const isSameFee = (one: LateFee, other: LateFee | null | undefined): boolean =>
  isDeepStrictEqual(one, other && { ...other, delivery: one.delivery });

/**
 * Saves when and in which words customers are reminded. The job looks at the invoices at once; steps
 * whose day was before reminders were switched on are not made up for.
 * @throws AppError STALE with the `current` ones; VALIDATION for a fee that the business's currency cannot hold
 */
export function saveReminderSettings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { version, lateFee: given, ...input }: ReminderSettingsInput,
): Promise<ReminderSettings> {
  return withTransaction(db, async (tx) => {
    // Saves of one business come one after the other, also before there is a row to lock.
    await lockBusiness(tx, businessId);
    const stored = await findSettings(tx, businessId);
    const profile = await findProfile(tx, businessId);
    const currency = profile?.currency ?? DEFAULT_CURRENCY;
    const current = present(stored, currency);
    if (version !== undefined && version !== current.version) {
      throw new AppError('STALE', 'The reminders were changed elsewhere in the meantime', {
        current,
      });
    }
    const now = clock.now();
    const today = businessDay(now, profile);
    if (given?.kind === 'fixed') {
      requireAmount(given.amount, currency, 'lateFee.amount', 'Amount');
    }
    const goesOn = current.enabled && input.enabled;
    const lateFee = given === undefined ? current.lateFee : given;
    await saveSettings(tx, businessId, {
      ...input,
      steps: input.steps.toSorted((a, b) => a.days - b.days),
      lateFee,
      // What was due before, or under other terms, is not charged for.
      lateFeeSince: lateFee && (isSameFee(lateFee, stored?.lateFee) ? stored?.lateFeeSince : today),
      enabledSince: goesOn ? current.enabledSince : input.enabled ? today : null,
      nextRunAt: now,
      version: current.version + 1,
      updatedAt: now,
    });
    return readReminderSettings(tx, businessId);
  });
}
