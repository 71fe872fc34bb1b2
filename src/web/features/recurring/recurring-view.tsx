import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { partyNames } from '../../documents/party-names.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { useDeleteRecord } from '../../records/record-kind.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel, PanelNote } from '../../ui/panel.tsx';
import { Part } from '../../ui/part.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { hasProblem, RecurringBadge } from './recurring-badge.tsx';
import { nameRecurring, RECURRING, storedRecurring } from './recurring-records.ts';
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
  const { schedule, customer, total, currency, nextDate, status } = recurring;
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
        <Actions recurring={recurring} onEdit={onEdit} />
      </header>
      <div className="space-y-5">
        <Problem recurring={recurring} onEdit={onEdit} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start">
          <Part name="The history">
            <RecurringRuns recurring={recurring} />
          </Part>
          <Panel title={status === 'paused' ? 'Next dates, once resumed' : 'Next dates'}>
            {nextDate === null || recurring.upcoming.length === 0 ? (
              <PanelNote>No invoice is left to be made. Edit its schedule to go on.</PanelNote>
            ) : (
              <ol className="divide-y divide-hairline">
                {recurring.upcoming.map(({ date, periodFrom, periodTo }) => (
                  <li key={date} className="px-5 py-2.5 max-md:px-4">
                    {formatDate(date)}
                    <small className="block text-13 text-muted">
                      For {formatDate(periodFrom)} – {formatDate(periodTo)}
                    </small>
                  </li>
                ))}
              </ol>
            )}
            <Terms recurring={recurring} />
          </Panel>
        </div>
      </div>
    </>
  );
}

const CATCH_UP_WORDS: Record<RecurringDetail['catchUp'], string> = {
  all: 'all of them are made',
  latest: 'the latest is made',
  none: 'none is made',
};

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

type Question = 'skip' | 'run' | 'delete' | 'resume';

function Actions({ recurring, onEdit }: { recurring: RecurringDetail; onEdit: () => void }) {
  const { id, status, nextDate, delivery, customer } = recurring;
  const navigate = useNavigate();
  const { today } = useBusiness();
  const { busy, ...actions } = useRecurringActions(recurring);
  const remove = useDeleteRecord(RECURRING);
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const answer = (act: () => Promise<void>) => () => void act().finally(close);
  const name = nameRecurring(recurring);
  const menu = `More for ${name}`;
  const day = nextDate === null ? '' : formatDate(nextDate);
  const isOver = nextDate === null;
  const ended = isOver ? 'No invoice is left to be made' : undefined;
  const hasPassed = nextDate !== null && nextDate < today;
  const resume = () => (hasPassed ? setQuestion('resume') : void actions.resume());
  return (
    <>
      <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:*:last:col-span-full">
        {status === 'paused' ? (
          <Button
            variant="primary"
            icon={IconPlayerPlay}
            writes
            busy={busy === 'resume'}
            onClick={resume}
          >
            Resume
          </Button>
        ) : (
          status === 'active' && (
            <Button
              icon={IconPlayerPause}
              writes
              busy={busy === 'pause'}
              onClick={() => void actions.pause()}
            >
              Pause
            </Button>
          )
        )}
        <Button icon={IconPencil} writes onClick={onEdit}>
          Edit
        </Button>
        <Menu
          label={menu}
          sheetOnPhone
          target={
            <Button icon={IconDots} aria-label={menu}>
              More
            </Button>
          }
          groups={[
            [
              {
                label: 'Make the next one now',
                writes: true,
                disabledReason: ended,
                onClick: () => setQuestion('run'),
              },
              {
                label: 'Skip the next one',
                writes: true,
                disabledReason: ended,
                onClick: () => setQuestion('skip'),
              },
            ],
            [
              {
                label: 'Delete',
                danger: true,
                writes: true,
                onClick: () => setQuestion('delete'),
              },
            ],
          ]}
        />
      </div>
      <ConfirmDialog
        opened={question === 'run'}
        writes
        title="Make the next invoice now?"
        confirmLabel={delivery === 'send' ? 'Issue and send' : 'Make the draft'}
        busy={busy === 'run'}
        onCancel={close}
        onConfirm={answer(actions.run)}
      >
        It is the invoice for {day}.{' '}
        {delivery === 'send' && customer.email
          ? `It is issued and emailed to ${customer.email}.`
          : delivery === 'send'
            ? 'It is issued; its customer has no email address.'
            : 'It is a draft until you send it.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={question === 'skip'}
        writes
        title="Skip the next invoice?"
        confirmLabel="Skip"
        busy={busy === 'skip'}
        onCancel={close}
        onConfirm={answer(actions.skip)}
      >
        No invoice is made for {day}. Those after it stay as they are.
      </ConfirmDialog>
      <Dialog
        opened={question === 'resume'}
        onClose={close}
        title="Make what was due while it was paused?"
        description={`Days have passed since ${day}. Catching up treats them as set: ${CATCH_UP_WORDS[recurring.catchUp]}.`}
      >
        <DialogActions writes>
          <Button onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button writes disabled={busy === 'resume'} onClick={answer(() => actions.resume(today))}>
            Go on from today
          </Button>
          <Button
            variant="primary"
            writes
            busy={busy === 'resume'}
            onClick={answer(() => actions.resume())}
          >
            Catch up
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        opened={question === 'delete'}
        writes
        danger
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onCancel={close}
        onConfirm={() =>
          remove.mutate(id, { onSuccess: () => void navigate('/recurring'), onSettled: close })
        }
      >
        No further invoices are made. Those that were made stay.
      </ConfirmDialog>
    </>
  );
}
