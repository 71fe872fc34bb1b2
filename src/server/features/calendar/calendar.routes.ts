import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { CALENDARS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { createFeed, deleteFeed, readFeed } from './manage-feed.ts';
import { readCalendar } from './read-calendar.ts';

export function calendarRoutes(services: Services) {
  const calls = ownerApi.calendar;
  return {
    read: calls.read.handler(async ({ context: { actor } }) => {
      await services.limits.count(`calendar ${actor.businessId}`, CALENDARS_OF_AN_OWNER);
      return readCalendar(services, actor.businessId);
    }),
    feed: calls.feed.handler(({ context: { actor } }) =>
      readFeed(services.db.orm, actor.businessId),
    ),
    createFeed: calls.createFeed.handler(({ context: { actor } }) =>
      createFeed(services, actor.businessId),
    ),
    deleteFeed: calls.deleteFeed.handler(({ context: { actor } }) =>
      deleteFeed(services, actor.businessId),
    ),
  };
}
