import { useQuery } from '@tanstack/react-query';
import type { User } from '../../shared/accounts/account.contract.ts';
import { displayName, planLabel } from '../../shared/accounts/display-name.ts';
import { TRIAL_INVOICES } from '../../shared/subscription/plans.ts';
import { orpc } from '../lib/api.ts';
import { useKeptPicture } from '../lib/kept-picture.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { Ticks } from '../ui/ticks.tsx';
import classes from './person.module.css';

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
        <Ticks
          className={classes.ticks}
          used={used}
          of={TRIAL_INVOICES}
          label={`${used} of ${TRIAL_INVOICES} invoices used`}
        />
      )}
    </div>
  );
}

/** Address of the business's logo; undefined until it is known, and null without one. */
function useBusinessLogo(): string | null | undefined {
  const { data } = useQuery(orpc.profile.get.queryOptions());
  return useKeptPicture(data?.logoUrl);
}
