/** 'YYYY-MM-DDTHH:mm', as a field for date and time has it. */
export type LocalTime = string;

/**
 * Making a format takes fifty times as long as using it, and calendars and reminders ask for
 * thousands of days. There are about six hundred zones; each may be written in several ways.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();
const MOST_CLOCKS = 1_000;

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * The date and time of an instant on a clock in an IANA time zone.
 * @throws RangeError for a time zone that there is not
 */
export function localTimeAt(instant: Date, timeZone: string): LocalTime {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(instant)) parts[type] = value;
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}
