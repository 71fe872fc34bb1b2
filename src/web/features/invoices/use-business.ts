import { useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { useState } from 'react';
import { orpc } from '../../lib/api.ts';
import { localToday } from '../../ui/typed-date.ts';

/** The business, once it is known, and the day that it is there. */
export function useBusiness(): { profile: BusinessProfile | undefined; today: CalendarDate } {
  const { data: profile } = useQuery(orpc.profile.get.queryOptions());
  const [now] = useState(() => new Date());
  return { profile, today: profile ? dateInZone(now, profile.timeZone) : localToday(now) };
}
