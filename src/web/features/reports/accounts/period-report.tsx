import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PeriodName } from '../../../../shared/dates/named-periods.ts';
import { PERIODS } from '../../../../shared/dates/named-periods.ts';
import type { AccountFile, Basis } from '../../../../shared/reports/account-report.contract.ts';
import { BASES } from '../../../../shared/reports/account-report.contract.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { IconCalendar } from '../../../ui/icons.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SelectField } from '../../../ui/text-field.tsx';
import { exportAccounts } from '../export-report.ts';
import { ReportBar } from '../report-bar.tsx';
import { askWhile, ReportBody } from '../report-body.tsx';
import type { ChosenPeriod } from './period.ts';
import { OTHER_PERIOD, readPeriod } from './period.ts';

const OPTIONS = [
  ...Object.entries(PERIODS).map(([value, label]) => ({ value, label })),
  { value: OTHER_PERIOD, label: 'Other dates' },
];

/** The period that the address says. */
export function usePeriod(usual: PeriodName) {
  const { params, change } = useAddressParams();
  const { today } = useBusiness();
  const period = readPeriod(params, usual, today);
  const { name, from, to, faults } = period;
  const isValid = Object.keys(faults).length === 0;
  return {
    period,
    isValid,
    range: { from, to },
    /** For the query of a report on it. */
    asked: askWhile(isValid),
    choose: (chosen: string) =>
      change(
        chosen === OTHER_PERIOD
          ? { period: null, from, to }
          : { period: chosen === usual ? null : chosen, from: null, to: null },
        { push: true },
      ),
    type: (part: 'from' | 'to', day: string) => {
      // An emptied day stays one that is typed.
      if (name === OTHER_PERIOD) change({ [part]: day || '-' });
    },
  };
}

interface Props<Data> {
  used: ReturnType<typeof usePeriod>;
  /** The report's file, and what is asked besides the period. */
  file: AccountFile;
  asked?: Record<string, string | undefined>;
  /** What else is chosen, before the period. */
  choices?: ReactNode;
  query: UseQueryResult<Data>;
  /** The labels of the figures that will stand on top. */
  figures: readonly string[];
  /** Why there may be nothing. */
  empty: string;
  children: (data: Data) => ReactNode;
}

const isEmpty = ({ currencies }: { currencies: readonly unknown[] }) => currencies.length === 0;

/** A report on a period: what it is of, its file, and its figures. */
export function PeriodReport<Data extends { currencies: readonly unknown[] }>({
  used,
  file,
  asked = {},
  choices,
  ...body
}: Props<Data>) {
  const { period, isValid, range, choose, type } = used;
  const { data } = body.query;
  return (
    <>
      <ReportBar
        save={() => exportAccounts(file, { ...asked, ...range })}
        empty={data !== undefined && isEmpty(data)}
        disabled={!isValid}
      >
        {choices}
        <SelectField
          label="Period"
          labelHidden
          className="ml-auto w-[170px] max-md:m-0 max-md:w-auto max-md:flex-[1_1_160px]"
          icon={IconCalendar}
          options={OPTIONS}
          value={period.name}
          onChange={(event) => choose(event.target.value)}
        />
      </ReportBar>
      <PeriodDays period={period} type={type} />
      <ReportBody {...body} isEmpty={isEmpty} />
    </>
  );
}

interface DaysProps {
  period: Omit<ChosenPeriod, 'name'> & { name: string };
  type: (part: 'from' | 'to', day: string) => void;
}

/** The first and the last day of a period that has no name. */
export function PeriodDays({ period, type }: DaysProps) {
  if (period.name !== OTHER_PERIOD) return null;
  return (
    <div className="mb-4 flex flex-wrap gap-2.5">
      {(['from', 'to'] as const).map((part) => (
        <DateField
          key={part}
          label={part === 'from' ? 'From' : 'To'}
          className="w-50 max-md:w-auto max-md:flex-[1_1_140px]"
          value={period[part] === '-' ? '' : period[part]}
          error={period.faults[part]}
          onChange={(day) => type(part, day)}
        />
      ))}
    </div>
  );
}

const BASIS_LABELS: Record<Basis, string> = { accrual: 'By invoice', cash: 'By payment' };
const BASIS_SEGMENTS = BASES.map((value) => ({ value, label: BASIS_LABELS[value] }));
const [USUAL_BASIS] = BASES;

/** Accrual or cash, as the address says. */
export function useBasis(): Basis {
  const { params } = useAddressParams();
  return BASES.find((basis) => basis === params.get('basis')) ?? USUAL_BASIS;
}

/** The same in plain words, to choose. */
export function BasisChoice({ value }: { value: Basis }) {
  const { change } = useAddressParams();
  return (
    <SegmentedControl
      label="Counted by"
      segments={BASIS_SEGMENTS}
      value={value}
      onChange={(basis) => change({ basis: basis === USUAL_BASIS ? null : basis }, { push: true })}
    />
  );
}
