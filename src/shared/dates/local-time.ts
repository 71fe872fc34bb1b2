/** Times of day where a business is, as instants. */

/** 'YYYY-MM-DDTHH:mm', as a field for date and time has it. */
export type LocalTime = string;

const LOCAL = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const DAY_MS = 86_400_000;

/** The same moment's date and time on a clock in an IANA time zone. */
export function localTimeAt(instant: Date, timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

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
  // What is reckoned with the clock as it was before comes first where both are right.
  if (localTimeAt(before, timeZone) === local) return before;
  return localTimeAt(after, timeZone) === local ? after : before;
}
