import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEvent } from '../../../shared/accounts/security-events.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { pageOptions } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountNote, AccountRow, rowsClass } from './account-rows.tsx';
import { describeSecurityEvent } from './describe-security-event.ts';

const PAGE = 20;
const ALARMING = new Set<SecurityEvent['type']>(['sign_in_failed', 'confirmation_failed']);

/** Sign-ins, and changes to what lets into the account, newest first. */
export function SecurityLog() {
  const list = useInfiniteQuery({
    ...pageOptions(orpc.account.securityLog, {}, PAGE),
    refetchOnMount: 'always',
  });
  if (list.isPending) return <Skeleton height={224} />;
  const events = flattenPages(list.data);
  if (list.isError && events.length === 0) {
    return (
      <AccountNote>{errorMessage(list.error, 'The security log could not be loaded.')}</AccountNote>
    );
  }
  if (events.length === 0) return <AccountNote>No activity yet.</AccountNote>;
  return (
    <>
      <ol className={rowsClass} aria-label="Security log">
        {events.map((event) => (
          <AccountRow
            key={event.id}
            title={
              <>
                <bdi>{describeSecurityEvent(event)}</bdi>
                {event.newBrowser && <Badge tone="caution">New browser</Badge>}
                {ALARMING.has(event.type) && <Badge tone="overdue">Failed</Badge>}
              </>
            }
            below={
              <>
                <bdi>{event.device}</bdi>
                {event.address && (
                  <>
                    , <bdi>{event.address}</bdi>
                  </>
                )}
              </>
            }
            time={event.createdAt}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchNextPageError ? 'Could not load more. Try again' : 'Show older entries'}
        </Button>
      )}
    </>
  );
}
