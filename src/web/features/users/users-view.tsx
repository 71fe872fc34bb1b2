import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { buildFilter, usePages } from '../../lib/use-pages.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IndexCardSkeletons } from '../../ui/index-cards.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { useIsPhone, useMediaQuery } from '../../ui/use-is-phone.ts';
import { SuspendDialog } from './suspend-dialog.tsx';
import { UserCards } from './user-cards.tsx';
import { formatUserCount } from './user-labels.ts';
import { UserStatsSkeleton, UserStatsStrip } from './user-stats.tsx';
import type { Joined } from './user-table.tsx';
import { UserTable, UserTableSkeleton } from './user-table.tsx';
import classes from './users-view.module.css';

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

/** How many accounts there are, in all and by status. */
function useUserStats() {
  return useQuery({ ...orpc.users.stats.queryOptions(), ...NOT_KEPT });
}

/** Everybody who has an account here. @param denied what stands there for everybody but the admin */
export function UsersView({ denied }: { denied: ReactNode }) {
  const { text, setText, search } = useSearchText();
  const list = useUsers(search);
  const stats = useUserStats();
  const [suspending, setSuspending] = useState<AdminUser>();
  const { profile, pending } = useBusiness();
  const phone = useIsPhone();
  // Beside the sidebar a table needs more room than the phone's design leaves it.
  const cards = useMediaQuery('(max-width: 1359px)');
  const joined: Joined = ({ createdAt }) => formatDate(businessDay(new Date(createdAt), profile));

  // The server's word counts, should it no longer be the admin who is signed in.
  if ([list.error, stats.error].some(isForbidden)) return denied;

  const { users, found, data } = list;
  // A day is written where the admin is: it does not change under the eyes.
  const loading = list.isPending || pending;
  const count = search === '' ? stats.data && { count: stats.data.totalUsers } : found;
  const skeleton = cards ? (
    <IndexCardSkeletons words="Loading users..." lines={0} />
  ) : (
    <UserTableSkeleton />
  );
  const rows = cards ? (
    <UserCards users={users} joined={joined} onSuspend={setSuspending} />
  ) : (
    <UserTable
      users={users}
      joined={joined}
      onSuspend={setSuspending}
      busy={list.isPlaceholderData}
    />
  );
  return (
    <>
      <div className={classes.stats}>
        {stats.data ? (
          <UserStatsStrip stats={stats.data} />
        ) : stats.isError ? (
          <PageError title="The figures could not be loaded" {...loadFailure(stats)} />
        ) : (
          <UserStatsSkeleton />
        )}
      </div>
      <ListToolbar
        label="Search users"
        placeholder="Search users..."
        text={text}
        onText={setText}
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
            ? `Nobody's email or name contains “${search}”.`
            : 'Everybody who has an account on this installation, with their plan and their trial.'}
        </EmptyState>
      )}
      {!loading && users.length > 0 && rows}
      <LoadMore list={list} hasMore={!loading && list.hasNextPage} />
      <SuspendDialog user={suspending} onClose={() => setSuspending(undefined)} />
    </>
  );
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;
