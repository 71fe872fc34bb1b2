import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { nameRecurring } from '../../documents/recurring-name.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useDeleteRecord } from '../../records/record-kind.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { RECURRING } from './recurring-records.ts';
import { useRecurringActions } from './use-recurring-actions.ts';

export const CATCH_UP_WORDS: Record<RecurringDetail['catchUp'], string> = {
  all: 'all of them are made',
  latest: 'the latest is made',
  none: 'none is made',
};

type Question = 'skip' | 'run' | 'delete' | 'resume';

/** What is done with it, each after a question where it cannot be taken back. */
export function RecurringActions({
  recurring,
  onEdit,
}: {
  recurring: RecurringDetail;
  onEdit: () => void;
}) {
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
        No invoice is made for {day}. Those after it stay as they are.{' '}
        {nextDate !== null && nextDate > today
          ? 'You can put it back until then.'
          : 'This cannot be taken back: its day has come.'}
      </ConfirmDialog>
      <Dialog
        opened={question === 'resume'}
        onClose={close}
        title="Make what was due while it was paused?"
        description={`Days have passed since ${day}. Catching up treats them as set: ${CATCH_UP_WORDS[recurring.catchUp]}.`}
      >
        <ResumeAnswers resume={(from) => actions.resume(from).finally(close)} onCancel={close} />
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

interface ResumeProps {
  /** @param from where days that have passed are left out */
  resume: (from?: CalendarDate) => Promise<void>;
  onCancel: () => void;
}

function ResumeAnswers({ resume, onCancel }: ResumeProps) {
  const { today } = useBusiness();
  const answer = useSubmission(async (_keyFor, from?: CalendarDate) => {
    await resume(from);
    return 'done';
  });
  return (
    <DialogActions writes>
      <Button onClick={onCancel} data-autofocus>
        Cancel
      </Button>
      <Button writes disabled={answer.busy} onClick={() => void answer.submit(today)}>
        Go on from today
      </Button>
      <Button variant="primary" writes busy={answer.busy} onClick={() => void answer.submit()}>
        Catch up
      </Button>
    </DialogActions>
  );
}
