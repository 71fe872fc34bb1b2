import { Link } from 'react-router';
import type { Undelivered } from '../../../shared/emails/undelivered.ts';
import { formatAhead } from '../../lib/format-instant.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconClock, IconInbox, IconMailExclamation, IconMailOff } from '../../ui/icons.ts';
import { useBusiness } from '../use-business.ts';
import { formatUndelivered } from './format-undelivered.ts';

const MARK = 'inline-grid size-6 flex-none place-items-center rounded-sm';
const COLORS: Record<Undelivered['how'], string> = {
  outbox: 'text-muted',
  failed: 'text-overdue',
  unsure: 'text-overdue',
  bounced: 'text-overdue',
  withdrawn: 'text-muted',
  withheld: 'text-overdue',
  scheduled: 'text-muted',
};
const ICONS = {
  outbox: IconInbox,
  failed: IconMailExclamation,
  unsure: IconMailExclamation,
  bounced: IconMailExclamation,
  withdrawn: IconMailOff,
  withheld: IconMailExclamation,
  scheduled: IconClock,
};

interface Props {
  undelivered: Undelivered | null | undefined;
}
interface Known {
  undelivered: Undelivered;
}

/** That a message reached nobody, or not yet, within what leads to the document. */
export const UndeliveredMark = ({ undelivered }: Props) =>
  undelivered && <Mark undelivered={undelivered} />;

function Mark({ undelivered }: Known) {
  const { profile } = useBusiness();
  return (
    <span
      role="img"
      aria-label={formatUndelivered(undelivered, profile?.timeZone)}
      className={cx(MARK, COLORS[undelivered.how])}
    >
      <Glyph how={undelivered.how} />
    </span>
  );
}

interface Way {
  to: string;
  /** Shows beside the sign when what is scheduled goes out. */
  withTime?: boolean;
}

/** The same by itself: it says so to whom points at it or comes to it, and leads to what can be done. */
export const UndeliveredLink = ({ undelivered, ...way }: Props & Way) =>
  undelivered && <LinkedMark undelivered={undelivered} {...way} />;

function LinkedMark({ undelivered, to, withTime = false }: Known & Way) {
  const { profile, today } = useBusiness();
  const words = formatUndelivered(undelivered, profile?.timeZone);
  const { how, at } = undelivered;
  const time = withTime && at ? formatAhead(at, today, profile?.timeZone) : undefined;
  return (
    <Link
      to={to}
      // What is shown is part of its name.
      aria-label={time ? `${time}, ${words}` : words}
      data-tip={words}
      className={cx(
        time
          ? 'inline-flex h-6 min-w-0 items-center gap-1 rounded-sm px-0.5 text-12 tabular-nums'
          : MARK,
        COLORS[how],
        'hover:bg-wash-2 focus-visible:-outline-offset-2',
      )}
    >
      <Glyph how={how} />
      {time && <span className="truncate">{time}</span>}
    </Link>
  );
}

function Glyph({ how }: Pick<Undelivered, 'how'>) {
  return <Icon as={ICONS[how]} />;
}
