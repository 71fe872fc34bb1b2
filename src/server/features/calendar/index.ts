export { registerCalendarFeed } from './calendar-feed.ts';
export { calendarRoutes } from './calendar.routes.ts';
