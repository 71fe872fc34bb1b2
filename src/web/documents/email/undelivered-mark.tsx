import { Link } from 'react-router';
import type { Undelivered } from '../../../shared/emails/undelivered.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconInbox, IconMailExclamation, IconMailOff } from '../../ui/icons.ts';
import { formatUndelivered } from './format-undelivered.ts';

const MARK = 'inline-grid size-6 flex-none place-items-center rounded-sm';
const COLORS: Record<Undelivered['how'], string> = {
  outbox: 'text-muted',
  failed: 'text-overdue',
  unsure: 'text-overdue',
  bounced: 'text-overdue',
  withdrawn: 'text-muted',
  withheld: 'text-overdue',
};
const ICONS = {
  outbox: IconInbox,
  failed: IconMailExclamation,
  unsure: IconMailExclamation,
  bounced: IconMailExclamation,
  withdrawn: IconMailOff,
  withheld: IconMailExclamation,
};

interface Props {
  undelivered: Undelivered | null | undefined;
}

/** That a message reached nobody, within what leads to the document. */
export function UndeliveredMark({ undelivered }: Props) {
  if (!undelivered) return null;
  return (
    <span
      role="img"
      aria-label={formatUndelivered(undelivered)}
      className={cx(MARK, COLORS[undelivered.how])}
    >
      <Glyph how={undelivered.how} />
    </span>
  );
}

/** The same by itself: it says so to whom points at it or comes to it, and leads to what can be done. */
export function UndeliveredLink({ undelivered, to }: Props & { to: string }) {
  if (!undelivered) return null;
  const words = formatUndelivered(undelivered);
  return (
    <Link
      to={to}
      aria-label={words}
      data-tip={words}
      className={cx(
        MARK,
        COLORS[undelivered.how],
        'hover:bg-wash-2 focus-visible:-outline-offset-2',
      )}
    >
      <Glyph how={undelivered.how} />
    </Link>
  );
}

function Glyph({ how }: Pick<Undelivered, 'how'>) {
  return <Icon as={ICONS[how]} />;
}
