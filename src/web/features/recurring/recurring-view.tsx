import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { partyNames } from '../../documents/party-names.ts';
import { hasProblem, RecurringBadge } from '../../documents/recurring-badge.tsx';
import { nameRecurring } from '../../documents/recurring-name.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel, PanelNote } from '../../ui/panel.tsx';
import { Part } from '../../ui/part.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CATCH_UP_WORDS, RecurringActions } from './recurring-actions.tsx';
import { storedRecurring } from './recurring-records.ts';
import { RecurringRuns } from './recurring-runs.tsx';
import { useRecurringActions } from './use-recurring-actions.ts';

interface Props {
  id: number;
  onEdit: () => void;
}

/** One recurring invoice: when the next ones are made, what was made, and what stands in the way. */
export function RecurringView({ id, onEdit }: Props) {
  const query = useQuery({ ...storedRecurring(id), refetchOnMount: 'always', enabled: id > 0 });
  const { data, error } = query;
  if (!(id > 0) || (error instanceof ApiError && error.status === 404)) {
    return (
      <EmptyState
        title="Recurring invoice not found"
        actions={<Button to="/recurring">All recurring invoices</Button>}
      >
        <p>It does not exist, or it was deleted.</p>
      </EmptyState>
    );
  }
  if (data) return <Found recurring={data} onEdit={onEdit} />;
  if (query.isError) {
    return <PageError title="The recurring invoice could not be loaded" {...loadFailure(query)} />;
  }
  return <PageSpinner label="Loading recurring invoice" />;
}

function Found({ recurring, onEdit }: { recurring: RecurringDetail; onEdit: () => void }) {
  const { schedule, customer, total, currency, status } = recurring;
  const name = nameRecurring(recurring);
  return (
    <>
      <Breadcrumb list={{ to: '/recurring', label: 'Recurring' }} name={name} />
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_320px]">
          <h2 className="text-20 tracking-[-0.01em] wrap-anywhere" dir="auto">
            {name}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <RecurringBadge recurring={recurring} />
            <b className="text-ink tabular-nums">{formatMoney(money(total, currency))}</b>
            <span>{describeSchedule(schedule)}</span>
            <Link to={`/customers/${customer.id}`}>
              <bdi>{partyNames(customer).main}</bdi>
            </Link>
          </p>
        </div>
        <RecurringActions recurring={recurring} onEdit={onEdit} />
      </header>
      <div className="space-y-5">
        <Problem recurring={recurring} onEdit={onEdit} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start">
          <Part name="The history">
            <RecurringRuns recurring={recurring} />
          </Part>
          <Panel title={status === 'paused' ? 'Next dates, once resumed' : 'Next dates'}>
            {recurring.upcoming.length === 0 ? (
              <PanelNote>No invoice is left to be made. Edit its schedule to go on.</PanelNote>
            ) : (
              <NextDates recurring={recurring} />
            )}
            <Terms recurring={recurring} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** The days to come; what is skipped can be put back until its own. */
function NextDates({ recurring }: { recurring: RecurringDetail }) {
  const { today } = useBusiness();
  const { busy, putBack } = useRecurringActions(recurring);
  return (
    <ol className="divide-y divide-hairline">
      {recurring.upcoming.map(({ date, onDate, isSkipped, periodFrom, periodTo }) => (
        <li key={date} className="flex items-center gap-3 px-5 py-2.5 max-md:px-4">
          <div className="min-w-0 flex-1">
            <span className={isSkipped ? 'text-muted line-through' : undefined}>
              {formatDate(onDate)}
            </span>
            {isSkipped && ' Skipped'}
            <small className="block text-13 text-muted">
              For {formatDate(periodFrom)} – {formatDate(periodTo)}
            </small>
          </div>
          {isSkipped && date > today && (
            <Button
              size="sm"
              writes
              busy={busy === 'putBack'}
              aria-label={`Put back the invoice of ${formatDate(date)}`}
              onClick={() => void putBack(date)}
            >
              Put back
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** How they are made, in words. */
function Terms({ recurring }: { recurring: RecurringDetail }) {
  const { delivery, dueDays, schedule, catchUp, madeCount } = recurring;
  const { endDate, maxOccurrences } = schedule;
  const end =
    endDate !== null
      ? `Ends on ${formatDate(endDate)}.`
      : maxOccurrences !== null
        ? `Ends after ${maxOccurrences} invoices, ${madeCount} made so far.`
        : 'Never ends.';
  return (
    <p className="border-t border-hairline px-5 py-3 text-13 text-pretty text-muted max-md:px-4">
      {delivery === 'send'
        ? 'Each is issued and sent on its day'
        : 'Each is drafted for you to review'}
      {dueDays === null ? '. ' : `, due after ${dueDays === 1 ? '1 day' : `${dueDays} days`}. `}
      {end} Of days that pass while nothing can be made, {CATCH_UP_WORDS[catchUp]}.
    </p>
  );
}

/** Why the next invoice was not made, and where that is mended. */
function Problem({ recurring, onEdit }: { recurring: RecurringDetail; onEdit: () => void }) {
  const { problem, customer } = recurring;
  const { run, busy } = useRecurringActions(recurring);
  if (problem === null || !hasProblem(recurring)) return null;
  const mend =
    problem.code === 'SUBSCRIPTION_REQUIRED' ? (
      <Button size="sm" variant="primary" to="/subscribe">
        Choose a plan
      </Button>
    ) : problem.code === 'NOT_FOUND' || problem.path !== null ? (
      <Button size="sm" variant="primary" writes onClick={onEdit}>
        Edit
      </Button>
    ) : (
      <Button size="sm" to={`/customers/${customer.id}`}>
        Open customer
      </Button>
    );
  return (
    <section
      className="grid gap-2 rounded border border-overdue bg-overdue-soft px-5 py-4 max-md:px-4"
      aria-label="What stands in the way"
    >
      <p className="wrap-anywhere">
        <b>The next invoice could not be made.</b> {problem.message}
      </p>
      <p className="text-13 text-ink-2">
        Nothing is lost: it is tried again each hour, and as soon as you save what is wrong.
      </p>
      <p className="flex flex-wrap gap-2">
        {mend}
        <Button size="sm" writes busy={busy === 'run'} onClick={() => void run()}>
          Try again now
        </Button>
      </p>
    </section>
  );
}
