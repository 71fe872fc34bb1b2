import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NOTIFICATION_POLL_MS } from '../../../shared/notifications/live-news.ts';
import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import { useToday } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { checkConnection } from '../../lib/connection.ts';
import type { ListPage } from '../../lib/list-pages.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import { pageOptions } from '../../lib/use-pages.ts';
import { notificationSocket } from './notification-socket.ts';

const PAGE = 20;

type Pages = InfiniteData<ListPage<Notification>, string | undefined>;

const calls = orpc.notifications;
const countKey = () => calls.unreadCount.queryKey();
const poll = { refetchInterval: NOTIFICATION_POLL_MS };

const listOptions = () => ({ ...pageOptions(calls.list, {}, PAGE), ...poll });

/** How many are unread; 0 while it is not known. Asked again every 30 seconds. */
export function useUnreadCount(): number {
  const { data } = useQuery(calls.unreadCount.queryOptions(poll));
  return data?.count ?? 0;
}

/** The newest, and older ones page by page. Asked again every 30 seconds. */
export function useNotifications() {
  const list = useInfiniteQuery(listOptions());
  return { ...list, notifications: flattenPages(list.data) };
}

/** Reads list and count again, whatever made somebody think that they have changed. */
function refreshNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: calls.key() });
}

/**
 * Listens for news while somebody is signed in. Once for a page: where the frame of all pages
 * stands.
 */
export function useNotificationSocket(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const refresh = () => refreshNotifications(client);
    const socket = notificationSocket({
      origin: globalThis.location.origin,
      onMessage: refresh,
      onReopen: refresh,
      onLost: () => void checkConnection(),
    });
    socket.connect();
    return () => socket.stop();
  }, [client, userId]);
}

/**
 * What is news to the owner has changed a document: what the open pages show of documents is read
 * again, when something newer than before has come, by the socket or by a poll.
 * @returns the last news that came while the page was open
 */
export function useNews(): Notification | undefined {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(listOptions());
  const newest = data?.pages[0]?.body[0];
  const known = data ? (newest?.id ?? 0) : undefined;
  const before = useRef<number | undefined>(undefined);
  const [news, setNews] = useState<Notification>();
  useEffect(() => {
    if (known === undefined) return;
    if (before.current !== undefined && known > before.current) {
      refreshDocuments(client);
      if (newest && !newest.isRead) setNews(newest);
    }
    before.current = known;
  }, [client, known, newest]);
  return news;
}

/** What is due, overdue or expired is judged by the day: from midnight on the open page says so. */
export function useNewDay(): void {
  const client = useQueryClient();
  // Read by whoever shows it.
  const { data: profile } = useQuery({ ...orpc.profile.get.queryOptions(), enabled: false });
  const timeZone = profile?.timeZone;
  const today = useToday(timeZone);
  const before = useRef({ timeZone, today });
  useEffect(() => {
    const sameZone = before.current.timeZone === timeZone;
    if (sameZone && before.current.today !== today) refreshDocuments(client);
    before.current = { timeZone, today };
  }, [client, timeZone, today]);
}

function refreshDocuments(client: QueryClient): void {
  const { invoices, estimates, customers, account } = orpc;
  for (const call of [invoices.list, invoices.summary, invoices.get, estimates, customers]) {
    void client.invalidateQueries({ queryKey: call.key() });
  }
  // The free trial is counted there.
  void client.invalidateQueries({ queryKey: account.user.key() });
  refreshFigures(client);
}

/** Shows it as read at once, and as it was when the server refuses. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notification: Notification) => calls.read.call({ id: notification.id }),
    onMutate: ({ id }) => showRead(client, (one) => one.id === id, 1),
    onError: (_error, _notification, before) => before?.(),
    onSettled: () => refreshNotifications(client),
  });
}

export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.readAll.call(),
    onMutate: () => showRead(client, () => true, Number.POSITIVE_INFINITY),
    onError: (_error, _nothing, before) => before?.(),
    onSettled: () => refreshNotifications(client),
  });
}

/** @returns puts it all back */
async function showRead(
  client: QueryClient,
  which: (notification: Notification) => boolean,
  fewer: number,
): Promise<() => void> {
  // An answer on its way tells how it was before.
  await client.cancelQueries({ queryKey: calls.key() });
  const listKey = listOptions().queryKey;
  const pages = client.getQueryData<Pages>(listKey);
  const count = client.getQueryData(countKey());
  const read = (one: Notification) => (which(one) ? { ...one, isRead: true } : one);
  client.setQueryData<Pages>(
    listKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, body: page.body.map(read) })),
      },
  );
  client.setQueryData(countKey(), (data) => data && { count: Math.max(0, data.count - fewer) });
  return () => {
    client.setQueryData(listKey, pages);
    client.setQueryData(countKey(), count);
  };
}
