import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { MAIL_FIGURE_DAYS } from '../../../shared/admin/users.contract.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './mail-figures.module.css';
import { formatMailFigures } from './user-labels.ts';

/** What became of an account's messages to customers, what went wrong in the color of trouble. */
export function MailFigures({ user: { mail } }: { user: AdminUser }) {
  const [sent, ...trouble] = formatMailFigures(mail);
  if (!sent) {
    return (
      <span className={classes.none}>
        —<VisuallyHidden>No messages</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={classes.figures} title={`Messages in ${MAIL_FIGURE_DAYS} days`}>
      <span>{sent}</span>
      {trouble.length > 0 && <span className={classes.trouble}>{trouble.join(', ')}</span>}
    </span>
  );
}
