import { DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import type { LocalTime } from '../../../shared/dates/clock-in-zone.ts';
import { instantOfLocalTime } from '../../../shared/dates/local-time.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { EmailSettingsRow } from './email-settings.store.ts';

const DAY_MS = 86_400_000;
/** Longer ahead, nobody remembers what was planned. */
const MOST_DAYS_AHEAD = 366;

/**
 * Who reads a message besides the one it is for, nobody twice: who is named openly is not copied in
 * secret as well.
 */
export function planCopies(
  to: string,
  { cc = [], bcc = [] }: Pick<SendEmailInput, 'cc' | 'bcc'>,
  settings: Pick<EmailSettingsRow, 'copyToSelf'> | undefined,
  profile: Pick<ProfileRow, 'email'> | undefined,
): { cc: string[]; bcc: string[] } {
  const known = [to];
  const take = (addresses: readonly string[]) =>
    addresses.filter((address) => {
      if (known.some((one) => isSameAddress(one, address))) return false;
      known.push(address);
      return true;
    });
  const own = settings?.copyToSelf && profile?.email ? [profile.email] : [];
  return { cc: take(cc), bcc: take([...bcc, ...own]) };
}

/**
 * When a message is to go out, by the clock where the business is.
 * @throws AppError VALIDATION (a time that has passed, or too far ahead)
 */
export function planTime(
  sendAt: LocalTime,
  profile: Pick<ProfileRow, 'timeZone'> | undefined,
  now: Date,
): Date {
  const at = instantOfLocalTime(sendAt, profile?.timeZone ?? DEFAULT_TIME_ZONE);
  if (at <= now) throw invalidField('sendAt', 'Choose a time that is still to come');
  if (at.getTime() - now.getTime() > MOST_DAYS_AHEAD * DAY_MS) {
    throw invalidField('sendAt', 'Choose a time within the next year');
  }
  return at;
}
