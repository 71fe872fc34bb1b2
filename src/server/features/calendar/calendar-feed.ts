/** What is to come, for calendar programs (RFC 5545): a plain route beside the contract's. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { Calendar, CalendarEvent } from '../../../shared/calendar/calendar.contract.ts';
import {
  describeEvent,
  eventAmount,
  eventKey,
  eventPath,
  nameEvent,
} from '../../../shared/calendar/describe-event.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { CALENDAR_FEEDS } from '../../platform/limits/limit-rules.ts';
import { isSuspended } from '../businesses/index.ts';
import { findProfile } from '../profile/index.ts';
import { openFeed } from './manage-feed.ts';
import { readCalendar } from './read-calendar.ts';

interface FeedRequest {
  Params: { token: string };
}

/** How often a calendar program is to ask again, in seconds. */
const ASK_AGAIN = 60 * 60;

export function registerCalendarFeed(app: FastifyInstance, services: Services): void {
  const { db, limits, appUrl } = services;
  app.get<FeedRequest>('/calendar-feed/:token/remit.ics', async (request, reply) => {
    const { token } = request.params;
    await limits.count(`calendar feeds by ${clientAddress(request.ip)}`, CALENDAR_FEEDS.address);
    const businessId = await openFeed(services, token);
    if (businessId === undefined || (await isSuspended(db.orm, businessId))) {
      throw notFound('Calendar');
    }
    await limits.count(`calendar feed ${businessId}`, CALENDAR_FEEDS.feed);
    const profile = await findProfile(db.orm, businessId);
    const calendar = await readCalendar(services, businessId);
    const name = profile?.businessName ?? '';
    const body = writeFeed(calendar, { name, appUrl: appUrl(), now: services.clock.now() });
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(body);
  });
}

interface Feed {
  /** Of the business. */
  name: string;
  appUrl: string;
  now: Date;
}

/** Events of whole days, but for what has a time; what is left out stands nowhere. */
export function writeFeed({ weeks }: Calendar, { name, appUrl, now }: Feed): string {
  const calendar = ical({
    name: name === '' ? 'Remit' : `Remit: ${name}`,
    prodId: { company: 'Remit', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: ASK_AGAIN,
  });
  for (const event of weeks.flatMap(({ events }) => events)) {
    if ('isSkipped' in event && event.isSkipped) continue;
    calendar.createEvent({
      id: eventUid(event, appUrl),
      stamp: now,
      ...eventTimes(event),
      summary: summarize(event),
      description: describe(event),
      url: `${appUrl}${eventPath(event)}`,
      // Nobody is busy because an invoice is due.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/** Its host keeps apart what two installations tell of. */
const eventUid = (event: CalendarEvent, appUrl: string): string =>
  `${eventKey(event)}@${createHash('sha256').update(appUrl).digest('hex').slice(0, 12)}.remit`;

function eventTimes(event: CalendarEvent) {
  if (event.kind === 'email') return { start: new Date(event.at), end: new Date(event.at) };
  return { start: midnight(event.date), end: midnight(addDays(event.date, 1)), allDay: true };
}

/** A whole day is written as the date that it has in UTC. */
const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

function summarize(event: CalendarEvent): string {
  const amount = eventAmount(event);
  const about = `${nameEvent(event)} – ${event.customerName}`;
  return amount === null ? about : `${about}, ${amount}`;
}

const describe = (event: CalendarEvent): string => describeEvent(event) ?? '';
