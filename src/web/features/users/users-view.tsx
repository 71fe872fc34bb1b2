import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { AdminUser, UserStats } from '../../../shared/admin/users.contract.ts';
import { NEW_USER_DAYS } from '../../../shared/admin/users.contract.ts';
import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { formatCount } from '../../lib/format-count.ts';
import { buildFilter, usePages } from '../../lib/use-pages.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../../ui/index-cards.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import type { Stat } from '../../ui/stat-strip.tsx';
import { StatStrip, StatStripSkeleton } from '../../ui/stat-strip.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { useMediaQuery } from '../../ui/use-is-phone.ts';
import { BlocksDialog } from './blocks-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { formatShare, formatUserCount } from './user-labels.ts';
import { UserCard, userColumns } from './user-list.tsx';

/** Read anew at each visit, and not kept meanwhile. */
const NOT_KEPT = { gcTime: 0 } as const;

/** Accounts that match, newest first, page by page; and how many a search finds. */
function useUsers(search: string) {
  const { records: users, ...list } = usePages(orpc.users.list, search, NOT_KEPT);
  const found = useQuery({
    ...orpc.users.count.queryOptions({
      input: buildFilter(search),
      placeholderData: keepPreviousData,
    }),
    ...NOT_KEPT,
    enabled: search !== '',
  });
  return { ...list, users, found: search === '' ? undefined : found.data };
}

/** Everybody who has an account here. @param denied what stands there for everybody but the admin */
export function UsersView({ denied }: { denied: ReactNode }) {
  const { text, setText, search } = useSearchText();
  const list = useUsers(search);
  const stats = useQuery({ ...orpc.users.stats.queryOptions(), ...NOT_KEPT });
  const [suspending, setSuspending] = useState<AdminUser>();
  const [blocked, setBlocked] = useState<AdminUser>();
  const { profile, pending } = useBusiness();
  // Beside the sidebar a table needs more room than the phone's design leaves it.
  const cards = useMediaQuery('(max-width: 1359px)');
  const shown = {
    formatJoined: ({ createdAt }: AdminUser) =>
      formatDate(businessDay(new Date(createdAt), profile)),
    onSuspend: setSuspending,
    onBlocks: setBlocked,
  };
  const columns = userColumns(shown);

  // The server's word counts, should it no longer be the admin who is signed in.
  if ([list.error, stats.error].some(isForbidden)) return denied;

  const { users, found, data } = list;
  // A day is written where the admin is: it does not change under the eyes.
  const loading = list.isPending || pending;
  const count = search === '' ? stats.data && { count: stats.data.totalUsers } : found;
  const label = 'Users, newest first';
  const frame = 'rounded border border-hairline bg-surface';
  const skeleton = cards ? (
    <IndexCardSkeletons words="Loading users..." lines={0} />
  ) : (
    <div className={frame}>
      <DataTableSkeleton columns={columns} rows={10} words="Loading users..." />
    </div>
  );
  const rows = cards ? (
    <IndexCards label={label}>
      {users.map((user) => (
        <UserCard key={user.id} user={user} {...shown} />
      ))}
    </IndexCards>
  ) : (
    <div className={frame}>
      <DataTable
        label={label}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        busy={list.isPlaceholderData}
      />
    </div>
  );
  return (
    <>
      <div className="mb-5">
        {stats.data ? (
          <StatStrip label="Users in figures" figures={readStats(stats.data)} />
        ) : stats.isError ? (
          <PageError title="The figures could not be loaded" {...loadFailure(stats)} />
        ) : (
          <StatStripSkeleton labels={LABELS} />
        )}
      </div>
      <ListToolbar
        search={
          <SearchField
            label="Search users"
            placeholder="Search users..."
            value={text}
            onChange={setText}
          />
        }
        count={count?.count ? formatUserCount(count) : undefined}
        action={<Button to="/jobs">Background jobs</Button>}
      />
      {loading && !list.isError && skeleton}
      {list.isError && !data && (
        <PageError title="Users could not be loaded" {...loadFailure(list)} />
      )}
      {!loading && data && users.length === 0 && (
        <EmptyState
          title={search ? 'No users found matching your search.' : 'No users yet.'}
          actions={search ? <Button onClick={() => setText('')}>Clear search</Button> : undefined}
        >
          {search
            ? `No email or name contains “${search}”.`
            : 'Everyone with an account on this installation, with their plan and trial.'}
        </EmptyState>
      )}
      {!loading && users.length > 0 && rows}
      <LoadMore list={list} hasMore={!loading && list.hasNextPage} />
      <BlocksDialog user={blocked} onClose={() => setBlocked(undefined)} />
      <SuspendDialog user={suspending} onClose={() => setSuspending(undefined)} />
    </>
  );
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

const LABELS = ['Total users', 'On free trial', 'Paid plans', 'Canceled'] as const;

/** How many accounts there are, in all and by the status of their subscription. */
function readStats(stats: UserStats): Stat[] {
  const [all, ...byStatus] = LABELS;
  const counts = [stats.trialUsers, stats.activeUsers, stats.canceledUsers];
  return [
    {
      label: all,
      value: formatCount(stats.totalUsers),
      below: `${formatCount(stats.newUsers)} new in ${NEW_USER_DAYS} days`,
    },
    ...byStatus.map((label, place) => {
      const count = counts[place] ?? 0;
      return { label, value: formatCount(count), below: formatShare(count, stats) };
    }),
  ];
}
