import { Tooltip } from '@mantine/core';
import { IconInbox, IconMailExclamation } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Undelivered } from '../../../../shared/emails/undelivered.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import classes from './undelivered-mark.module.css';
import { undeliveredWords } from './undelivered-words.ts';

interface Props {
  invoice: Pick<Invoice, 'id' | 'undelivered'>;
}

/** That a message reached nobody, within what leads to the invoice. */
export function UndeliveredMark({ invoice: { undelivered } }: Props) {
  if (!undelivered) return null;
  return (
    <span
      role="img"
      aria-label={undeliveredWords(undelivered)}
      className={cx(classes.mark, classes[undelivered.how])}
    >
      <Glyph how={undelivered.how} />
    </span>
  );
}

/** The same by itself: it says so to whom points at it or comes to it, and leads to what can be done. */
export function UndeliveredLink({ invoice: { id, undelivered } }: Props) {
  if (!undelivered) return null;
  const words = undeliveredWords(undelivered);
  return (
    <Tooltip
      label={words}
      multiline
      maw={320}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
    >
      <Link
        to={`/invoices/${id}`}
        aria-label={words}
        className={cx(classes.mark, classes.link, classes[undelivered.how])}
      >
        <Glyph how={undelivered.how} />
      </Link>
    </Tooltip>
  );
}

function Glyph({ how }: Pick<Undelivered, 'how'>) {
  return <Icon as={how === 'outbox' ? IconInbox : IconMailExclamation} />;
}
