/** How accounts stand in the admin's list: rows of a table, and index cards where it is narrow. */

import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { MAIL_FIGURE_DAYS } from '../../../shared/admin/users.contract.ts';
import { TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import { useUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import {
  IconBan,
  IconCrown,
  IconHourglass,
  IconLock,
  IconLockOpen,
  IconMailOff,
} from '../../ui/icons.ts';
import { CardFigure, IndexCard, Missing } from '../../ui/index-card.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { formatMailFigures, formatPlan } from './user-labels.ts';

export interface UserListProps {
  /** When an account was made, where the admin is: 'Nov 20, 2026'. */
  formatJoined: (user: AdminUser) => string;
  /** Asks before it happens. */
  onSuspend: (user: AdminUser) => void;
  /** Shows who has blocked the account. */
  onBlocks: (user: AdminUser) => void;
}

export const userColumns = ({
  formatJoined,
  ...actions
}: UserListProps): readonly Column<AdminUser>[] => [
  {
    title: 'Name',
    kind: 'name',
    render: (user) => {
      const name = displayName(user);
      return (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} picture={user.profileImageUrl} />
          <bdi className="overflow-hidden text-ellipsis" title={name}>
            {name}
          </bdi>
        </span>
      );
    },
  },
  {
    title: 'Email',
    render: ({ email }) => (
      <a href={`mailto:${email}`} title={email}>
        {email}
      </a>
    ),
  },
  {
    title: 'Trial invoices',
    width: 124,
    kind: 'amount',
    render: (user) => <TrialInvoices user={user} />,
  },
  {
    title: 'Status',
    width: 128,
    render: (user) => (
      <span className="grid justify-items-start gap-0.5">
        <UserBadges user={user} />
      </span>
    ),
  },
  { title: 'Plan', width: 84, render: (user) => formatPlan(user) ?? <Nothing words="None" /> },
  { title: 'Messages', width: 208, render: (user) => <MailFigures user={user} /> },
  { title: 'Joined', width: 128, kind: 'date', render: formatJoined },
  {
    title: 'Actions',
    titleHidden: true,
    width: 104,
    render: (user) => <UserActions user={user} {...actions} />,
  },
];

export function UserCard({ user, formatJoined, ...actions }: UserListProps & { user: AdminUser }) {
  const name = displayName(user);
  const plan = formatPlan(user);
  const mail = formatMailFigures(user);
  return (
    <IndexCard
      lead={<Avatar name={name} picture={user.profileImageUrl} size="lg" />}
      title={<bdi>{name}</bdi>}
      below={
        // A target as tall as a finger, in the line's own place.
        <a className="py-3 text-inherit" href={`mailto:${user.email}`}>
          {user.email}
        </a>
      }
      aside={<UserBadges user={user} />}
      foot={
        <>
          <span>
            Trial invoices{' '}
            <CardFigure>
              <TrialInvoices user={user} />
            </CardFigure>
          </span>
          {plan && (
            <span>
              Plan <CardFigure>{plan}</CardFigure>
            </span>
          )}
          <span>
            Joined <CardFigure>{formatJoined(user)}</CardFigure>
          </span>
          {mail.length > 0 && (
            <span>
              Messages <CardFigure>{mail.join(', ')}</CardFigure>
            </span>
          )}
        </>
      }
      actions={<UserActions user={user} {...actions} />}
    />
  );
}

/** Signs of their own: those of documents say that one was sent or paid, which an account is not. */
const LOOK: Record<
  AdminUser['subscriptionStatus'],
  { tone: BadgeTone; icon: IconType; label: string }
> = {
  trial: { tone: 'sent', icon: IconHourglass, label: 'Trial' },
  active: { tone: 'paid', icon: IconCrown, label: 'Active' },
  canceled: { tone: 'draft', icon: IconBan, label: 'Canceled' },
};

/** How far the subscription is; and whether the account may read only. */
function UserBadges({ user }: { user: AdminUser }) {
  const { tone, icon, label } = LOOK[user.subscriptionStatus];
  return (
    <>
      <Badge tone={tone} glyph={<Icon as={icon} size={14} />}>
        {label}
      </Badge>
      {user.suspendedAt && (
        <Badge tone="overdue" glyph={<Icon as={IconLock} size={14} />}>
          Suspended
        </Badge>
      )}
    </>
  );
}

function UserActions({
  user,
  onSuspend,
  onBlocks,
}: Omit<UserListProps, 'formatJoined'> & { user: AdminUser }) {
  return (
    <span className="flex justify-end gap-1">
      {user.blocks.count > 0 && (
        <IconButton
          size="sm"
          icon={IconMailOff}
          label={`Who has blocked ${displayName(user)}`}
          onClick={() => onBlocks(user)}
        />
      )}
      <SuspendButton user={user} onSuspend={onSuspend} />
    </span>
  );
}

/** Leads to the question whether an account is to be suspended, or reinstated. */
function SuspendButton({
  user,
  onSuspend,
}: Pick<UserListProps, 'onSuspend'> & { user: AdminUser }) {
  const me = useUser();
  // Whoever administers cannot lock the door behind themselves.
  if (me?.id === user.id) return null;
  const suspended = user.suspendedAt !== null;
  return (
    <IconButton
      size="sm"
      icon={suspended ? IconLockOpen : IconLock}
      label={`${suspended ? 'Reinstate' : 'Suspend'} ${displayName(user)}`}
      danger={!suspended}
      writes
      onClick={() => onSuspend(user)}
    />
  );
}

/** '4/10', as the account's own plan label has it. */
const TrialInvoices = ({ user }: { user: AdminUser }) => (
  <>
    {user.trialInvoicesUsed}/{TRIAL_INVOICES}
    <VisuallyHidden> used</VisuallyHidden>
  </>
);

/** What became of an account's messages to customers, what went wrong in the color of trouble. */
function MailFigures({ user }: { user: AdminUser }) {
  const [sent, ...trouble] = formatMailFigures(user);
  if (!sent) return <Nothing words="No messages" />;
  return (
    <span className="grid leading-[18px]" title={`Messages in ${MAIL_FIGURE_DAYS} days`}>
      <span className="overflow-hidden text-ellipsis">{sent}</span>
      {trouble.length > 0 && (
        <span className="overflow-hidden text-12 text-ellipsis text-overdue">
          {trouble.join(', ')}
        </span>
      )}
    </span>
  );
}

/** A dash, and what it means to readers. */
const Nothing = ({ words }: { words: string }) => (
  <Missing>
    —<VisuallyHidden>{words}</VisuallyHidden>
  </Missing>
);
