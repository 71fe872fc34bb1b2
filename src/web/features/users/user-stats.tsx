import type { UserStats } from '../../../shared/admin/users.contract.ts';
import { NEW_USER_DAYS } from '../../../shared/admin/users.contract.ts';
import { formatCount } from '../../lib/format-count.ts';
import { StatStrip, StatStripSkeleton } from '../../ui/stat-strip.tsx';
import { formatShare } from './user-labels.ts';

const LABELS = {
  all: 'Total users',
  trial: 'On free trial',
  active: 'Paid plans',
  canceled: 'Canceled',
} as const;

/** How many accounts there are, in all and by the status of their subscription. */
export function UserStatsStrip({ stats }: { stats: UserStats }) {
  return (
    <StatStrip
      label="Users in figures"
      figures={[
        {
          label: LABELS.all,
          value: formatCount(stats.totalUsers),
          below: `${formatCount(stats.newUsers)} new in ${NEW_USER_DAYS} days`,
        },
        {
          label: LABELS.trial,
          value: formatCount(stats.trialUsers),
          below: formatShare(stats.trialUsers, stats),
        },
        {
          label: LABELS.active,
          value: formatCount(stats.activeUsers),
          below: formatShare(stats.activeUsers, stats),
        },
        {
          label: LABELS.canceled,
          value: formatCount(stats.canceledUsers),
          below: formatShare(stats.canceledUsers, stats),
        },
      ]}
    />
  );
}

export function UserStatsSkeleton() {
  return <StatStripSkeleton labels={Object.values(LABELS)} />;
}
