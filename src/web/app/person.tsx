import type { User } from '../../shared/accounts/account.contract.ts';
import { displayName, planLabel } from '../../shared/accounts/display-name.ts';
import { TRIAL_INVOICES } from '../../shared/subscription/plans.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import classes from './person.module.css';
import { useBusinessLogo } from './use-business-logo.ts';

interface Props {
  user: User;
  large?: boolean;
}

/** Who is signed in, for which business, and on which plan; a trial shows its ten invoices as ticks. */
export function Person({ user, large = false }: Props) {
  const name = displayName(user);
  const logo = useBusinessLogo();
  const used = Math.min(Math.max(user.trialInvoicesUsed, 0), TRIAL_INVOICES);
  return (
    <div className={cx(classes.person, large && classes.large)}>
      <Avatar name={name} ink size={large ? 'lg' : 'md'} picture={logo} logo />
      <div className={classes.words}>
        <b>{name}</b>
        <span>{planLabel(user)}</span>
      </div>
      {user.subscriptionStatus === 'trial' && (
        <span
          className={classes.ticks}
          role="img"
          aria-label={`${used} of ${TRIAL_INVOICES} invoices used`}
        >
          {Array.from({ length: TRIAL_INVOICES }, (_, index) => (
            <i key={index} className={index < used ? classes.used : undefined} />
          ))}
        </span>
      )}
    </div>
  );
}
