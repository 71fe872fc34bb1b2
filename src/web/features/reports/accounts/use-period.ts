import type { PeriodName } from '../../../../shared/dates/named-periods.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { ChosenPeriod } from './period.ts';
import { OTHER_PERIOD, readPeriod } from './period.ts';

export interface UsedPeriod {
  period: ChosenPeriod;
  /** Whether it can be asked for. */
  valid: boolean;
  range: { from: string; to: string };
  choose: (name: string) => void;
  type: (part: 'from' | 'to', day: string) => void;
}

/** The period that the address says. */
export function usePeriod(usual: PeriodName): UsedPeriod {
  const { params, change } = useAddressParams();
  const { today } = useBusiness();
  const period = readPeriod(params, usual, today);
  const { name, from, to, faults } = period;
  return {
    period,
    valid: Object.keys(faults).length === 0,
    range: { from, to },
    choose: (chosen) =>
      change(
        chosen === OTHER_PERIOD
          ? { period: null, from, to }
          : { period: chosen === usual ? null : chosen, from: null, to: null },
        { push: true },
      ),
    type: (part, day) => {
      // An emptied day stays one that is typed.
      if (name === OTHER_PERIOD) change({ [part]: day || '-' });
    },
  };
}
