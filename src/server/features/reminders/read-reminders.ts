import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { InvoiceReminders } from '../../../shared/reminders/reminder.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { readInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import { planReminders } from './plan-reminders.ts';
import {
  findPause,
  findSettings,
  listChanges,
  listReminders,
  readLateFees,
} from './reminder.store.ts';
import { standsInTheWay } from './stands-in-the-way.ts';

/** @throws AppError NOT_FOUND for a missing, deleted or foreign invoice alike */
export async function readInvoiceReminders(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<InvoiceReminders> {
  const invoice = await readInvoice(db, businessId, id, now);
  const runs = await listReminders(db, businessId, id);
  const stored = await findPause(db, businessId, id);
  const profile = await findProfile(db, businessId);
  const today = businessDay(now, profile);
  const pause = stored && (stored.until === null || stored.until >= today) ? stored : null;
  return {
    ...(await findNext(db, businessId, {
      invoice,
      profile,
      runs,
      until: pause?.until ?? null,
      now,
    })),
    pause: pause && {
      reason: pause.reason,
      until: pause.until,
      note: pause.note,
      createdAt: utcInstant(pause.createdAt),
    },
    sent: runs
      .filter(({ emailId }) => emailId !== null)
      .map(({ days, dueDate, createdAt }) => ({ days, dueDate, createdAt: utcInstant(createdAt) })),
    ...(await readLateFees(db, businessId, id)),
  };
}

interface Known {
  invoice: InvoiceDetail;
  profile: ProfileRow | undefined;
  runs: Awaited<ReturnType<typeof listReminders>>;
  /** The last day of a pause that ends by itself. */
  until: string | null;
  now: Date;
}

/** What the job will do: the same rules, asked of the days to come. */
async function findNext(
  db: Queryable,
  businessId: string,
  { invoice, profile, runs, until, now }: Known,
): Promise<Pick<InvoiceReminders, 'next' | 'without'>> {
  const settings = await findSettings(db, businessId);
  const today = businessDay(now, profile);
  const { nextDueDate: dueDate } = invoice;
  const hindrance = await standsInTheWay(db, { ...invoice, businessId }, { dueDate, today, now });
  if (hindrance === 'draft' || hindrance === 'paid') return { next: null, without: hindrance };
  if (!settings?.enabled) return { next: null, without: 'off' };
  const isPaused = hindrance === 'paused' && until !== null;
  if (hindrance !== undefined && hindrance !== 'reminded' && !isPaused) {
    return { next: null, without: hindrance };
  }
  const known = {
    ...invoice,
    dueDate,
    isRemindedToday: runs.some(({ onDate }) => onDate === today),
    last: lastOf(runs.filter((run) => run.dueDate === dueDate)),
    pausedUntil: until,
    changes: await listChanges(db, businessId, invoice.id, dueDate),
  };
  const next = planReminders(settings, known, profile, now).find(({ isSkipped }) => !isSkipped);
  if (!next) return { next: null, without: 'none_left' };
  return { next: { date: next.date, days: next.step.days }, without: null };
}

const lastOf = (runs: Known['runs']): number | undefined =>
  runs.length === 0 ? undefined : Math.max(...runs.map(({ days }) => days));
