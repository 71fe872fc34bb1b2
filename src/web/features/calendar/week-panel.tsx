import type {
  CalendarEvent,
  CalendarKind,
  CalendarWeek,
} from '../../../shared/calendar/calendar.contract.ts';
import { eventKey } from '../../../shared/calendar/describe-event.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatSums } from '../../../shared/money/money.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { EventRow } from './event-row.tsx';

interface Props {
  week: CalendarWeek;
  today: CalendarDate;
  /** 0 is this week. */
  nth: number;
  shown: CalendarKind | 'all';
}

const TITLES = ['This week', 'Next week'];

/** A week: what should be paid in it, and what happens on which of its days. */
export function WeekPanel({ week, today, nth, shown }: Props) {
  const { from, to, events } = week;
  const chosen = events.filter(({ kind }) => shown === 'all' || kind === shown);
  const days = [...new Set(chosen.map(({ date }) => date))];
  const span = formatSpan(from, to);
  return (
    <Panel title={TITLES[nth] ? `${TITLES[nth]}, ${span}` : span} aside={<Sums week={week} />}>
      {chosen.length === 0 ? (
        <p className="px-5 py-3 text-muted max-md:px-4">
          {events.length === 0 ? 'Nothing is planned.' : 'Nothing of that kind is planned.'}
        </p>
      ) : (
        <ol className="divide-y divide-hairline">
          {days.map((date) => (
            <Day
              key={date}
              date={date}
              today={today}
              events={chosen.filter((event) => event.date === date)}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface DayProps {
  date: CalendarDate;
  today: CalendarDate;
  events: readonly CalendarEvent[];
}

function Day({ date, today, events }: DayProps) {
  const name =
    date === today ? 'Today' : date === addDays(today, 1) ? 'Tomorrow' : formatWeekday(date);
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]">
      <h3
        className={cx(
          'py-3 pl-5 text-13 font-med max-md:px-4 max-md:pt-3 max-md:pb-0',
          date === today ? 'text-accent' : 'text-muted',
        )}
      >
        {name}
        <span className="block font-text text-muted max-md:inline max-md:before:content-[',_']">
          {formatDay(date)}
        </span>
      </h3>
      <ul className="min-w-0 divide-y divide-hairline">
        {events.map((event) => (
          <EventRow key={eventKey(event)} event={event} today={today} />
        ))}
      </ul>
    </li>
  );
}

/** What falls due in the week: of what is issued, and of what is still to be made. */
function Sums({ week: { expected, planned } }: { week: CalendarWeek }) {
  const { currency } = useBusiness();
  return (
    <span className="flex flex-wrap justify-end gap-x-3 text-13 text-muted tabular-nums">
      {expected.count > 0 && (
        <span>
          Due <b className="font-semi text-ink">{formatSums(expected.sums, currency)}</b>
        </span>
      )}
      {planned.count > 0 && (
        <span>
          Planned <b className="font-med text-ink-2">{formatSums(planned.sums, currency)}</b>
        </span>
      )}
    </span>
  );
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const formatWeekday = (date: CalendarDate) => WEEKDAY.format(new Date(`${date}T00:00:00Z`));

/** 'Dec 01' */
const formatDay = (date: CalendarDate) => formatDate(date).slice(0, 6);

/** 'Nov 30 – Dec 06' */
const formatSpan = (from: CalendarDate, to: CalendarDate) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
