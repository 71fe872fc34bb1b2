import { useQuery } from '@tanstack/react-query';
import type { User } from '../../shared/accounts/account.contract.ts';
import { displayName, planLabel } from '../../shared/accounts/display-name.ts';
import { TRIAL_INVOICES } from '../../shared/subscription/plans.ts';
import { orpc } from '../lib/api.ts';
import { useKeptPicture } from '../lib/kept-picture.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { Ticks } from '../ui/ticks.tsx';

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
    <div className={cx('flex flex-wrap items-center gap-y-1', large ? 'gap-x-3' : 'gap-x-2.5')}>
      <Avatar name={name} ink size={large ? 'lg' : 'md'} picture={logo} logo />
      {/* As wide as the longest plan label: beside a wide logo there is no room, so it stands beneath. */}
      <div
        className={cx('min-w-0 max-xl:md:hidden', large ? 'flex-[1_1_184px]' : 'flex-[1_1_148px]')}
      >
        <b className={cx('block truncate leading-[1.3]', large && 'text-[1rem]')}>{name}</b>
        <span
          className={cx('block truncate leading-[1.35] text-muted', large ? 'text-13' : 'text-12')}
        >
          {planLabel(user)}
        </span>
      </div>
      {user.subscriptionStatus === 'trial' && (
        <Ticks
          className="mt-2 flex-[1_1_100%] max-xl:md:hidden"
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
