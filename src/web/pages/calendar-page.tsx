import { CalendarView } from '../features/calendar/calendar-view.tsx';
import { orpc } from '../lib/api.ts';
import type { Preload } from '../lib/preload.ts';

export const preload: Preload = (client) => client.prefetchQuery(orpc.calendar.read.queryOptions());

export { CalendarView as Component };
