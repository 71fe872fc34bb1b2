import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Calendar, CalendarKind } from '../../../shared/calendar/calendar.contract.ts';
import {
  CALENDAR_DAYS,
  CALENDAR_KINDS,
  MAX_EVENTS,
} from '../../../shared/calendar/calendar.contract.ts';
import { KIND_LABELS } from '../../../shared/calendar/describe-event.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { putOwnCurrencyFirst } from '../../../shared/money/money.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { countNoun } from '../../lib/format-count.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconCalendar } from '../../ui/icons.ts';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { FurtherSums, MoneyFigure, StatStrip } from '../../ui/stat-strip.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import { WeekPanel } from './week-panel.tsx';

/** What will happen by itself in the coming weeks, and which money should come when. */
export function CalendarView() {
  const query = useQuery(orpc.calendar.read.queryOptions());
  const [subscribing, setSubscribing] = useState(false);
  return (
    <>
      {query.data ? (
        <Found calendar={query.data} onSubscribe={() => setSubscribing(true)} />
      ) : query.isError ? (
        <PageError title="The calendar could not be loaded" {...loadFailure(query)} />
      ) : (
        <PageSpinner label="Loading the calendar" />
      )}
      <FeedDialog opened={subscribing} onClose={() => setSubscribing(false)} />
    </>
  );
}

type Shown = CalendarKind | 'all';

function Found({ calendar, onSubscribe }: { calendar: Calendar; onSubscribe: () => void }) {
  const { today, weeks, cut } = calendar;
  const [shown, setShown] = useState<Shown>('all');
  const isEmpty = weeks.every(({ events }) => events.length === 0);
  const options = (['all', ...CALENDAR_KINDS] as const).map((value) => ({
    value,
    label: value === 'all' ? 'Everything' : KIND_LABELS[value],
  }));
  return (
    <div className="space-y-5">
      <Figures calendar={calendar} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Show"
          className="w-[220px] max-md:w-full"
          value={shown}
          options={options}
          onChange={(event) =>
            setShown(options.find(({ value }) => value === event.target.value)?.value ?? 'all')
          }
        />
        <Button icon={IconCalendar} className="max-md:w-full" onClick={onSubscribe}>
          Add to your calendar app
        </Button>
      </div>
      {isEmpty && (
        <EmptyState
          title="Nothing is planned yet"
          actions={
            <>
              <Button variant="primary" to="/recurring?new=1">
                Set up a recurring invoice
              </Button>
              <Button to="/business-profile#reminders">Set up reminders</Button>
            </>
          }
        >
          Invoices that Remit makes for you, reminders, late fees, due dates, card charges and
          scheduled emails of the coming {CALENDAR_DAYS} days stand here.
        </EmptyState>
      )}
      {!isEmpty &&
        weeks.map((week, index) => (
          <WeekPanel key={week.from} week={week} today={today} nth={index} shown={shown} />
        ))}
      {cut.length > 0 && (
        <p className="text-13 text-pretty text-muted">
          The first {MAX_EVENTS} of these are listed, and the sums count all of them:{' '}
          {cut.map((kind) => KIND_LABELS[kind].toLowerCase()).join(', ')}.
        </p>
      )}
    </div>
  );
}

function Figures({ calendar: { overdue, expected, planned } }: { calendar: Calendar }) {
  return (
    <StatStrip
      label="Expected money"
      figures={[
        {
          label: 'Overdue',
          ...useSums(overdue.sums),
          below:
            overdue.count > 0 ? (
              <Link to="/invoices?status=overdue">
                {countNoun(overdue.count, 'payment is late', 'payments are late')}
              </Link>
            ) : (
              'Nothing is late'
            ),
        },
        {
          label: `Due in ${CALENDAR_DAYS} days`,
          ...useSums(expected.sums),
          below: countNoun(
            expected.count,
            'payment on issued invoices',
            'payments on issued invoices',
          ),
        },
        {
          label: 'Planned on top',
          ...useSums(planned.sums),
          below: 'From invoices still to be made',
        },
      ]}
    />
  );
}

function useSums(found: CountAndSums['sums']) {
  const { currency } = useBusiness();
  const [own, ...others] = putOwnCurrencyFirst(found, currency);
  return {
    value: own && <MoneyFigure sum={own} />,
    also: others.length > 0 && <FurtherSums sums={others} />,
  };
}
