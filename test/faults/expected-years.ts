/** What is simulated, and what must come of it, computed without the program's own rules. */
import { createHash } from 'node:crypto';

export interface SimulationSize {
  templates: number;
  invoices: number;
  days: number;
  kills: number;
}

/** Over a leap day, month ends, and two changes of the clock in each year. */
export const SIMULATION_START = '2028-02-25T21:10:00.000Z';

export const OWNERS = [
  { timeZone: 'America/New_York', sendFrom: 9, sendUntil: 17, businessDaysOnly: true },
  { timeZone: 'Pacific/Auckland', sendFrom: 0, sendUntil: 24, businessDaysOnly: false },
  { timeZone: 'Asia/Kathmandu', sendFrom: 8, sendUntil: 20, businessDaysOnly: false },
  { timeZone: 'Pacific/Kiritimati', sendFrom: 0, sendUntil: 12, businessDaysOnly: true },
  { timeZone: 'Europe/Berlin', sendFrom: 6, sendUntil: 22, businessDaysOnly: true },
] as const;

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export interface SimulatedSchedule {
  schedule: {
    startDate: string;
    unit: Unit;
    every?: number;
    dayOfMonth?: number;
    endDate?: string;
    maxOccurrences?: number;
  };
  catchUp: 'all' | 'latest' | 'none';
}

export const SCHEDULES: readonly SimulatedSchedule[] = [
  { schedule: { startDate: '2028-01-31', unit: 'month' }, catchUp: 'all' },
  { schedule: { startDate: '2028-01-30', unit: 'day', every: 3 }, catchUp: 'latest' },
  { schedule: { startDate: '2027-08-29', unit: 'month', dayOfMonth: 29 }, catchUp: 'all' },
  { schedule: { startDate: '2028-02-27', unit: 'week', every: 2 }, catchUp: 'none' },
  { schedule: { startDate: '2027-11-30', unit: 'quarter', dayOfMonth: 31 }, catchUp: 'all' },
  { schedule: { startDate: '2028-01-30', unit: 'day' }, catchUp: 'none' },
  { schedule: { startDate: '2028-02-29', unit: 'year' }, catchUp: 'all' },
  { schedule: { startDate: '2028-01-31', unit: 'week', maxOccurrences: 9 }, catchUp: 'all' },
  {
    schedule: { startDate: '2028-02-01', unit: 'month', every: 2, endDate: '2028-12-01' },
    catchUp: 'latest',
  },
  { schedule: { startDate: '2028-03-01', unit: 'day', every: 9 }, catchUp: 'all' },
  { schedule: { startDate: '2028-01-29', unit: 'month', dayOfMonth: 30 }, catchUp: 'latest' },
];

/**
 * When everything is looked at next: some hours later, and now and then days later, when nothing was
 * running. Only of the moment itself, so that all processes agree.
 */
export function nextMoment(moment: Date): Date {
  const drawn = createHash('sha256').update(moment.toISOString()).digest();
  const isOutage = drawn.readUInt8(4) < 5;
  const hours = isOutage ? 50 + (drawn.readUInt8(5) % 150) : 5 + (drawn.readUInt8(5) % 8);
  return new Date(moment.getTime() + hours * 3_600_000 + (drawn.readUInt16BE(0) % 3_600) * 1_000);
}

interface LocalTime {
  day: string;
  hour: number;
}

/** By time zone and moment: every invoice is looked at at each of them. */
const known = new Map<string, Map<number, LocalTime>>();

/** The day of a moment in a time zone, and its hour. */
export function localTime(moment: Date, timeZone: string): LocalTime {
  let ofZone = known.get(timeZone);
  if (!ofZone) known.set(timeZone, (ofZone = new Map()));
  let time = ofZone.get(moment.getTime());
  if (!time) {
    const [day = '', clock = ''] = moment.toLocaleString('sv-SE', { timeZone }).split(' ');
    time = { day, hour: Number(clock.slice(0, 2)) };
    ofZone.set(moment.getTime(), time);
  }
  return time;
}

const DAY = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
export const plusDays = (day: string, days: number) => toDay(Date.parse(day) + days * DAY);
const lastOfMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** The days of a schedule up to one, each looked at by itself. */
export function expectedDays({ schedule }: SimulatedSchedule, until: string): string[] {
  const { startDate, unit, every = 1, dayOfMonth, endDate } = schedule;
  const found: string[] = [];
  const wanted = dayOfMonth ?? Number(startDate.slice(8));
  let steps: number | undefined;
  for (let day = startDate; day <= until && (!endDate || day <= endDate); day = plusDays(day, 1)) {
    if (unit === 'day' || unit === 'week') {
      const apart = Math.round((Date.parse(day) - Date.parse(startDate)) / DAY);
      if (apart % (every * (unit === 'week' ? 7 : 1)) === 0) found.push(day);
      continue;
    }
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    if (date !== Math.min(wanted, lastOfMonth(year, month))) continue;
    const count = year * 12 + month;
    // The first such day from the start on is the one that the others are counted from.
    steps ??= count;
    if ((count - steps) % (every * MONTHS[unit]) === 0) found.push(day);
  }
  return found;
}

/** What becomes of each day of a schedule at the moments at which it was looked at. */
export function expectedRuns(
  simulated: SimulatedSchedule,
  moments: readonly Date[],
  timeZone: string,
): [day: string, outcome: 'made' | 'missed'][] {
  const created = localTime(new Date(SIMULATION_START), timeZone).day;
  const last = localTime(moments.at(-1) ?? new Date(0), timeZone).day;
  const waiting = expectedDays(simulated, last).filter((day) => day >= created);
  const runs: [string, 'made' | 'missed'][] = [];
  const most = simulated.schedule.maxOccurrences ?? Number.POSITIVE_INFINITY;
  let made = 0;
  for (const moment of moments) {
    const today = localTime(moment, timeZone).day;
    const due = waiting.filter((day) => day <= today);
    waiting.splice(0, due.length);
    const newest = due.at(-1);
    for (const day of due) {
      if (made >= most) return runs;
      const isMade =
        simulated.catchUp === 'all' ||
        (day === newest && (simulated.catchUp === 'latest' || day === today));
      runs.push([day, isMade ? 'made' : 'missed']);
      if (isMade) made += 1;
    }
  }
  return runs;
}

interface Reminded {
  dueDate: string;
  pausedUntil?: string | undefined;
  paidAt?: Date | undefined;
}

const STEPS = [-3, 0, 7, 14, 30];

const isWeekendDay = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/**
 * The steps that an invoice is reminded of, and on which days: the latest that its due date has reached, at
 * the first moment within the hours of a day. One at the very moment of a payment may be or not be.
 */
export function expectedReminders(
  { dueDate, pausedUntil, paidAt }: Reminded,
  moments: readonly Date[],
  owner: (typeof OWNERS)[number],
): { days: number; onDate: string; mayBe: boolean }[] {
  const since = localTime(new Date(SIMULATION_START), owner.timeZone).day;
  const sent: { days: number; onDate: string; mayBe: boolean }[] = [];
  // The payment is made at the first moment from its own on.
  const paying = paidAt && moments.find((at) => at >= paidAt);
  /** One before the due date comes on the Friday before a weekend of rest. */
  const dayOf = (days: number) => {
    let day = plusDays(dueDate, days);
    while (days < 0 && owner.businessDaysOnly && isWeekendDay(day)) day = plusDays(day, -1);
    return day;
  };
  let looked = '';
  for (const moment of moments) {
    const { day, hour } = localTime(moment, owner.timeZone);
    if (hour < owner.sendFrom || hour >= owner.sendUntil) continue;
    if (day === looked || (owner.businessDaysOnly && isWeekendDay(day))) continue;
    looked = day;
    if (paying && moment > paying) break;
    if (pausedUntil !== undefined && day <= pausedUntil) continue;
    const step = STEPS.findLast((days) => dayOf(days) <= day);
    if (step === undefined || dayOf(step) < since) continue;
    // On the day of its issue an invoice speaks for itself.
    if (dayOf(step) <= SIMULATION_START.slice(0, 10)) continue;
    if (sent.some(({ days }) => days >= step)) continue;
    sent.push({ days: step, onDate: day, mayBe: moment.getTime() === paying?.getTime() });
  }
  return sent;
}
