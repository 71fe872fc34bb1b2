/** Billing periods: whole days, weeks, months and years from an anchor, in UTC. */
import type Stripe from 'stripe';

export interface Interval {
  interval: Stripe.Price.Recurring.Interval;
  interval_count: number;
}

const day = 24 * 60 * 60;

/** `count` intervals after the anchor; a month without that day ends on its last one. */
function after(
  anchor: number,
  { interval, interval_count: each }: Interval,
  count: number,
): number {
  if (interval === 'day') return anchor + count * each * day;
  if (interval === 'week') return anchor + count * each * 7 * day;
  const months = count * each * (interval === 'year' ? 12 : 1);
  const from = new Date(anchor * 1000);
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(from.getUTCMonth() + months);
  const last = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), last));
  return Math.floor(target.getTime() / 1000);
}

/** The end of the period that begins at `start`; both are seconds since the epoch. */
export function periodEnd(anchor: number, interval: Interval, start: number): number {
  let count = 1;
  while (after(anchor, interval, count) <= start) count += 1;
  return after(anchor, interval, count);
}
