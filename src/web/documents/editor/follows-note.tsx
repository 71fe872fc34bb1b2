import { IconFileInvoice } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import classes from './version-note.module.css';

/** In place of the lines of a deposit invoice. */
export function FollowsNote() {
  return (
    <p className={classes.note}>
      <Icon as={IconFileInvoice} size={15} />
      <span>
        The lines and figures of a deposit invoice follow its estimate. To ask for another amount,
        delete this draft, or credit the invoice, and ask for another deposit.
      </span>
    </p>
  );
}
