import { IconInbox, IconMailExclamation } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Undelivered } from '../../../shared/emails/undelivered.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatUndelivered } from './format-undelivered.ts';
import classes from './undelivered-mark.module.css';

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
      className={cx(classes.mark, classes[undelivered.how])}
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
      className={cx(classes.mark, classes.link, classes[undelivered.how])}
    >
      <Glyph how={undelivered.how} />
    </Link>
  );
}

function Glyph({ how }: Pick<Undelivered, 'how'>) {
  return <Icon as={how === 'outbox' ? IconInbox : IconMailExclamation} />;
}
