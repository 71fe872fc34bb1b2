import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { dateInZone } from '../../shared/dates/calendar-date.ts';
import type { BusinessProfile } from '../../shared/profile/profile.contract.ts';
import { orpc } from '../lib/api.ts';
import { localToday } from '../ui/typed-date.ts';

/** The business, once it is known, and the day that it is there. */
export function useBusiness(): {
  profile: BusinessProfile | undefined;
  today: CalendarDate;
  /** Whether the answer is still on its way. */
  pending: boolean;
} {
  const { data: profile, isPending: pending } = useQuery(orpc.profile.get.queryOptions());
  const [now] = useState(() => new Date());
  return { profile, pending, today: profile ? dateInZone(now, profile.timeZone) : localToday(now) };
}
