import { useState } from 'react';
import { Link } from 'react-router';
import type { CalendarEvent, CalendarKind } from '../../../shared/calendar/calendar.contract.ts';
import {
  describeEvent,
  eventAmount,
  eventKey,
  eventPath,
  nameEvent,
} from '../../../shared/calendar/describe-event.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import {
  IconBell,
  IconCash,
  IconClock,
  IconCreditCard,
  IconDots,
  IconFileText,
  IconMail,
  IconRefresh,
} from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { findPlans, usePlanChange } from './plan-changes.ts';

const ICONS: Record<CalendarKind, IconType> = {
  recurring: IconRefresh,
  reminder: IconBell,
  fee: IconClock,
  due: IconCash,
  charge: IconCreditCard,
  expiry: IconFileText,
  email: IconMail,
};

/** What brings money, or asks for it; the amounts of the others only say what they are about. */
const MONEY_KINDS: ReadonlySet<CalendarKind> = new Set(['recurring', 'fee', 'due', 'charge']);

/** One thing that will happen: what, for whom, what it comes to, and how it is planned otherwise. */
export function EventRow({ event, today }: { event: CalendarEvent; today: CalendarDate }) {
  const amount = eventAmount(event);
  const isSkipped = 'isSkipped' in event && event.isSkipped;
  const state = describeState(event);
  const detail = describeEvent(event);
  const isProblem = event.kind === 'recurring' && event.problem !== null;
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto_36px] items-center gap-x-3 px-5 py-2.5 max-md:grid-cols-[20px_minmax(0,1fr)_auto_44px] max-md:px-4">
      <Icon as={ICONS[event.kind]} size={18} className="text-muted" />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Link to={eventPath(event)} className={cx('font-med', isSkipped && 'line-through')}>
            {nameEvent(event)}
          </Link>{' '}
          <bdi className="text-muted max-md:block">{event.customerName}</bdi>
        </p>
        {detail && (
          <p
            className={cx('text-13 wrap-anywhere', isProblem ? 'text-overdue' : 'text-muted')}
            dir="auto"
          >
            {detail}
          </p>
        )}
        {state && <p className="text-13 text-ink-2">{state}</p>}
      </div>
      <span
        className={cx(
          'text-right tabular-nums',
          isSkipped && 'line-through',
          isSkipped || !MONEY_KINDS.has(event.kind) ? 'text-muted' : 'font-med',
        )}
      >
        {amount}
      </span>
      <EventMenu event={event} today={today} />
    </li>
  );
}

/** What was changed of it; nothing where it stands as it was planned. */
function describeState(event: CalendarEvent): string | undefined {
  if (!('isSkipped' in event)) return undefined;
  if (event.isSkipped) return 'Skipped';
  if (!event.isMoved) return undefined;
  return 'plannedDate' in event
    ? `Moved from ${formatDate(event.plannedDate)}`
    : 'Moved to this day';
}

type Question = 'move' | 'skip';

function EventMenu({ event, today }: { event: CalendarEvent; today: CalendarDate }) {
  const [question, setQuestion] = useState<Question>();
  const { move, skip, restore } = findPlans(event, today);
  const change = usePlanChange(event);
  const close = () => setQuestion(undefined);
  const actions: MenuAction[] = [];
  if (move) actions.push({ label: move.label, writes: true, onClick: () => setQuestion('move') });
  if (skip) actions.push({ label: skip.label, writes: true, onClick: () => setQuestion('skip') });
  if (restore) {
    actions.push({
      label: 'Put back as planned',
      writes: true,
      onClick: () => change.mutate({ act: restore, done: 'Put back as planned' }),
    });
  }
  if (actions.length === 0) return <span />;
  const label = `Change: ${nameEvent(event)}, ${event.customerName}, ${formatDate(event.date)}`;
  return (
    <>
      <Menu
        label={label}
        sheetOnPhone
        target={<IconButton icon={IconDots} label={label} data-plan={eventKey(event)} />}
        groups={[actions]}
      />
      {move && (
        <MoveDialog
          opened={question === 'move'}
          event={event}
          today={today}
          move={move}
          onClose={close}
        />
      )}
      {skip && (
        <ConfirmDialog
          opened={question === 'skip'}
          writes
          title={skip.question}
          confirmLabel={skip.label}
          busy={change.isPending}
          onCancel={close}
          onConfirm={() => change.mutate({ act: skip.act, done: skip.done }, { onSettled: close })}
        >
          {skip.consequence}
        </ConfirmDialog>
      )}
    </>
  );
}
