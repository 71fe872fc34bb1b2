import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { dateInZone } from '../../shared/dates/calendar-date.ts';
import { DEFAULT_CURRENCY } from '../../shared/money/currencies.ts';
import type { BusinessProfile } from '../../shared/profile/profile.contract.ts';
import { orpc } from '../lib/api.ts';
import { localToday } from '../ui/local-today.ts';

/** The business, once it is known, and the day that it is there. */
export function useBusiness(): {
  profile: BusinessProfile | undefined;
  today: CalendarDate;
  /** Of new documents, and of sums over nothing. */
  currency: string;
  /** Whether the answer is still on its way. */
  pending: boolean;
} {
  const { data: profile, isPending: pending } = useQuery(orpc.profile.get.queryOptions());
  const currency = profile?.currency ?? DEFAULT_CURRENCY;
  return { profile, pending, currency, today: useToday(profile?.timeZone) };
}

/** A device may sleep through midnight: the day is looked at, and not waited for. */
const LOOKED_AT_EVERY_MS = 15_000;

/** Today in a time zone, or on this device; another one once it is midnight there. */
export function useToday(timeZone: string | undefined): CalendarDate {
  return useSyncExternalStore(everyFewSeconds, () =>
    timeZone === undefined ? localToday() : dateInZone(new Date(), timeZone),
  );
}

function everyFewSeconds(look: () => void): () => void {
  const timer = setInterval(look, LOOKED_AT_EVERY_MS);
  return () => clearInterval(timer);
}
