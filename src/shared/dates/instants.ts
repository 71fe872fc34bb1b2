/** As the database writes an instant on a connection in UTC. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** An instant as the database gives it, with an offset or as a Date, in UTC as answers have it. */
export function utcInstant(value: string | Date): string {
  // Lists have two of these a row: a Date takes ten times as long as putting the text together.
  const [, date, time, fraction = ''] = (typeof value === 'string' && IN_UTC.exec(value)) || [];
  if (date !== undefined) return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  return new Date(value).toISOString();
}

const DAYS_TO_RESTORE = 30;

/** What was deleted can be brought back for 30 days (decision 16). */
export function canBeRestored(deletedAt: Date, now: Date): boolean {
  return now.getTime() - deletedAt.getTime() <= DAYS_TO_RESTORE * 86_400_000;
}
