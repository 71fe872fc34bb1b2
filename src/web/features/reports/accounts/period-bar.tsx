import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PERIODS } from '../../../../shared/dates/named-periods.ts';
import type { AccountFile } from '../../../../shared/reports/account-report.contract.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/text-field.tsx';
import { ExportButton } from '../export-button.tsx';
import { exportAccounts } from '../export-report.ts';
import { ReportNav } from '../report-nav.tsx';
import { OTHER_PERIOD } from './period.ts';
import classes from './period-bar.module.css';
import type { UsedPeriod } from './use-period.ts';

const OPTIONS = [
  ...Object.entries(PERIODS).map(([value, label]) => ({ value, label })),
  { value: OTHER_PERIOD, label: 'Other dates' },
];

interface Props {
  used: UsedPeriod;
  /** The report's file, and what is asked besides the period. */
  file: AccountFile;
  asked?: Record<string, string | undefined>;
  empty: boolean;
  /** What else is chosen, before the period. */
  children?: ReactNode;
}

/** What a report is of, and its file. */
export function PeriodBar({ used, file, asked = {}, empty, children }: Props) {
  const { period, valid, range, choose, type } = used;
  const typed = (day: string) => (day === '-' ? '' : day);
  return (
    <>
      <ReportNav />
      <div className={classes.bar}>
        {children}
        <SelectField
          label="Period"
          labelHidden
          className={classes.period}
          icon={IconCalendar}
          options={OPTIONS}
          value={period.name}
          onChange={(event) => choose(event.target.value)}
        />
        <ExportButton
          save={() => exportAccounts(file, { ...asked, ...range })}
          empty={empty}
          disabled={!valid}
        />
      </div>
      {period.name === OTHER_PERIOD && (
        <div className={classes.days}>
          {(['from', 'to'] as const).map((part) => (
            <DateField
              key={part}
              label={part === 'from' ? 'From' : 'To'}
              value={typed(period[part])}
              error={period.faults[part]}
              onChange={(day) => type(part, day)}
            />
          ))}
        </div>
      )}
    </>
  );
}
