/** Times of day where a business is, as instants. */
import type { LocalTime } from './clock-in-zone.ts';
import { localTimeAt } from './clock-in-zone.ts';

const LOCAL = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const DAY_MS = 86_400_000;

const asUtc = (local: LocalTime) => Date.parse(`${local}:00Z`);

/** Whether it is a date and a time that there are on some clock: not February 30. */
export const isLocalTime = (text: string): boolean =>
  LOCAL.test(text) && new Date(asUtc(text)).toISOString().startsWith(text);

/**
 * When it is that time in a time zone. Of a time that comes twice, when clocks are put back, the first;
 * of one that does not come, when they are put forward, as much later as they are put forward by.
 */
export function instantOfLocalTime(local: LocalTime, timeZone: string): Date {
  const utc = asUtc(local);
  // Zones are apart from UTC by less than a day: before and after is on either side of any change.
  const [before, after] = [utc - DAY_MS, utc + DAY_MS].map((near) => {
    const offset = asUtc(localTimeAt(new Date(near), timeZone)) - near;
    return new Date(utc - offset);
  }) as [Date, Date];
  // What is computed with the clock as it was before comes first where both are right.
  if (localTimeAt(before, timeZone) === local) return before;
  return localTimeAt(after, timeZone) === local ? after : before;
}
