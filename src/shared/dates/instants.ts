/** An instant as the database gives it, with an offset or as a Date, in UTC as answers have it. */
export function utcInstant(value: string | Date): string {
  return new Date(value).toISOString();
}

const DAYS_TO_RESTORE = 30;

/** What was deleted can be brought back for 30 days (decision 16). */
export function canBeRestored(deletedAt: Date, now: Date): boolean {
  return now.getTime() - deletedAt.getTime() <= DAYS_TO_RESTORE * 86_400_000;
}
