import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { Avatar } from '../../ui/avatar.tsx';
import card from '../../ui/index-card.module.css';
import { IndexCards } from '../../ui/index-cards.tsx';
import { UserBadge } from './user-badge.tsx';
import classes from './user-cards.module.css';
import type { Joined } from './user-table.tsx';
import { TrialInvoices } from './user-table.tsx';
import { planWords } from './user-words.ts';

interface Props {
  users: readonly AdminUser[];
  joined: Joined;
}

/** What is a table on the desktop, as index cards. */
export function UserCards({ users, joined }: Props) {
  return (
    <IndexCards label="Users, newest first">
      {users.map((user) => (
        <UserCard key={user.id} user={user} joined={joined} />
      ))}
    </IndexCards>
  );
}

function UserCard({ user, joined }: { user: AdminUser; joined: Joined }) {
  const name = displayName(user);
  const plan = planWords(user);
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
        </p>
      </div>
    </li>
  );
}
