import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { Avatar } from '../../ui/avatar.tsx';
import card from '../../ui/index-card.module.css';
import { IndexCards } from '../../ui/index-cards.tsx';
import { SuspendButton } from './suspend-button.tsx';
import { SuspendedBadge, UserBadge } from './user-badge.tsx';
import classes from './user-cards.module.css';
import { formatMailFigures, formatPlan } from './user-labels.ts';
import type { Joined } from './user-table.tsx';
import { TrialInvoices } from './user-table.tsx';

interface Props {
  users: readonly AdminUser[];
  joined: Joined;
  onSuspend: (user: AdminUser) => void;
}

/** What is a table on the desktop, as index cards. */
export function UserCards({ users, joined, onSuspend }: Props) {
  return (
    <IndexCards label="Users, newest first">
      {users.map((user) => (
        <UserCard key={user.id} user={user} joined={joined} onSuspend={onSuspend} />
      ))}
    </IndexCards>
  );
}

function UserCard({ user, joined, onSuspend }: Omit<Props, 'users'> & { user: AdminUser }) {
  const name = displayName(user);
  const plan = formatPlan(user);
  const mail = formatMailFigures(user.mail);
  return (
    <li className={card.card}>
      <div className={card.head}>
        <Avatar name={name} picture={user.profileImageUrl} size="lg" />
        <div className={card.title}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p>
            <a className={classes.email} href={`mailto:${user.email}`}>
              {user.email}
            </a>
          </p>
        </div>
        <UserBadge status={user.subscriptionStatus} />
        {user.suspendedAt && <SuspendedBadge />}
      </div>
      <div className={card.foot}>
        <p className={card.sums}>
          <span>
            Trial invoices{' '}
            <b>
              <TrialInvoices used={user.trialInvoicesUsed} />
            </b>
          </span>
          {plan && (
            <span>
              Plan <b>{plan}</b>
            </span>
          )}
          <span>
            Joined <b>{joined(user)}</b>
          </span>
          {mail.length > 0 && (
            <span>
              Messages <b>{mail.join(', ')}</b>
            </span>
          )}
        </p>
        <SuspendButton user={user} onPress={onSuspend} />
      </div>
    </li>
  );
}
