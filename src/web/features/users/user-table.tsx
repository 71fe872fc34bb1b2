import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { MAIL_FIGURE_DAYS } from '../../../shared/admin/users.contract.ts';
import { TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { SuspendButton } from './suspend-button.tsx';
import { SuspendedBadge, UserBadge } from './user-badge.tsx';
import { formatMailFigures, formatPlan } from './user-labels.ts';
import classes from './user-table.module.css';

/** When an account was made, where the admin is: 'Nov 20, 2026'. */
export type Joined = (user: AdminUser) => string;

interface Props {
  users: readonly AdminUser[];
  joined: Joined;
  onSuspend: (user: AdminUser) => void;
  /** Rows of another search, until those of this one are there. */
  busy: boolean;
}

export function UserTable({ users, joined, onSuspend, busy }: Props) {
  return (
    <div className={classes.card}>
      <DataTable
        label="Users, newest first"
        columns={columns(joined, onSuspend)}
        rows={users}
        rowKey={({ id }) => id}
        busy={busy}
      />
    </div>
  );
}

export function UserTableSkeleton() {
  return (
    <div className={classes.card}>
      <DataTableSkeleton columns={columns(() => '')} rows={10} words="Loading users..." />
    </div>
  );
}

const columns = (
  joined: Joined,
  onSuspend: Props['onSuspend'] = () => {},
): readonly Column<AdminUser>[] => [
  {
    title: 'Name',
    kind: 'name',
    render: (user) => {
      const name = displayName(user);
      return (
        <span className={classes.person}>
          <Avatar name={name} picture={user.profileImageUrl} />
          <bdi className={classes.words} title={name}>
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
    render: ({ trialInvoicesUsed }) => <TrialInvoices used={trialInvoicesUsed} />,
  },
  {
    title: 'Status',
    width: 128,
    render: ({ subscriptionStatus, suspendedAt }) => (
      <span className={classes.badges}>
        <UserBadge status={subscriptionStatus} />
        {suspendedAt && <SuspendedBadge />}
      </span>
    ),
  },
  {
    title: 'Plan',
    width: 84,
    render: (user) =>
      formatPlan(user) ?? (
        <span className={classes.none}>
          —<VisuallyHidden>None</VisuallyHidden>
        </span>
      ),
  },
  { title: 'Messages', width: 208, render: (user) => <MailFigures user={user} /> },
  { title: 'Joined', width: 128, kind: 'date', render: joined },
  {
    title: 'Actions',
    width: 80,
    render: (user) => <SuspendButton user={user} onPress={onSuspend} />,
  },
];

/** '4/10', as the account's own plan label has it. */
export function TrialInvoices({ used }: { used: number }) {
  return (
    <>
      {used}/{TRIAL_INVOICES}
      <VisuallyHidden> used</VisuallyHidden>
    </>
  );
}

/** What became of an account's messages to customers, what went wrong in the color of trouble. */
function MailFigures({ user: { mail } }: { user: AdminUser }) {
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
