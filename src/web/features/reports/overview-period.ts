import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import { PERIODS } from '../../../shared/dates/named-periods.ts';
import type { ReportRange } from '../../../shared/reports/report.contract.ts';
import { REPORT_RANGE_LABELS, REPORT_RANGES } from '../../../shared/reports/report.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import type { ChosenPeriod } from './accounts/period.ts';
import { OTHER_PERIOD, readPeriod } from './accounts/period.ts';

/** What the overview can be of: the last so many days, a calendar period, or days that are typed. */
export const OVERVIEW_PERIODS = [
  ...REPORT_RANGES.map((value) => ({ value, label: REPORT_RANGE_LABELS[value] })),
  // 'Last year' are the last 365 days here.
  ...Object.entries({ ...PERIODS, 'last-year': 'Last calendar year' }).map(([value, label]) => ({
    value,
    label,
  })),
  { value: OTHER_PERIOD, label: 'Other dates' },
];

const USUAL: ReportRange = '30';

/** As the call takes it. */
export type AskedDays = { dateRange: ReportRange } | { from: string; to: string };

interface OverviewPeriod extends Omit<ChosenPeriod, 'name'> {
  name: ReportRange | ChosenPeriod['name'];
  asked: AskedDays;
}

export function readOverviewPeriod(params: URLSearchParams, today: CalendarDate): OverviewPeriod {
  if (['period', 'from', 'to'].some((name) => params.has(name))) {
    const period = readPeriod(params, 'this-month', today);
    return { ...period, asked: { from: period.from, to: period.to } };
  }
  const dateRange = REPORT_RANGES.find((known) => known === params.get('range')) ?? USUAL;
  const from = addDays(today, 1 - Number(dateRange));
  return { name: dateRange, from, to: today, faults: {}, asked: { dateRange } };
}

/** The days that the address says. */
export function useOverviewPeriod() {
  const { params, change } = useAddressParams();
  const { today } = useBusiness();
  const period = readOverviewPeriod(params, today);
  const { name, from, to, faults } = period;
  const none = { range: null, period: null, from: null, to: null };
  return {
    period,
    isValid: Object.keys(faults).length === 0,
    choose(chosen: string) {
      const range = REPORT_RANGES.find((known) => known === chosen);
      const told =
        chosen === OTHER_PERIOD
          ? { from, to }
          : range === undefined
            ? { period: chosen }
            : { range: range === USUAL ? null : range };
      change({ ...none, ...told }, { push: true });
    },
    type(part: 'from' | 'to', day: string) {
      // An emptied day stays one that is typed.
      if (name === OTHER_PERIOD) change({ [part]: day || '-' });
    },
  };
}
