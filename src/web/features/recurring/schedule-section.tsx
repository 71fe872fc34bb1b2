import { useId } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { describeSchedule, formatOrdinal } from '../../../shared/recurring/describe-schedule.ts';
import { fillVariables } from '../../../shared/recurring/fill-variables.ts';
import type { IntervalUnit } from '../../../shared/recurring/schedule.ts';
import { INTERVAL_UNITS } from '../../../shared/recurring/schedule.ts';
import { checkField } from '../../documents/editor/check-field.ts';
import type { DraftSchedule, ScheduleField } from '../../documents/editor/draft-schedule.ts';
import {
  hasDayOfMonth,
  listNextDays,
  SCHEDULE_FIELDS,
} from '../../documents/editor/draft-schedule.ts';
import { useEditor, useEditorState } from '../../documents/editor/editor-context.ts';
import { afterPress } from '../../lib/after-press.ts';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField, TextField } from '../../ui/text-field.tsx';

const UNIT_LABELS: Record<IntervalUnit, [one: string, many: string]> = {
  day: ['day', 'days'],
  week: ['week', 'weeks'],
  month: ['month', 'months'],
  quarter: ['quarter', 'quarters'],
  year: ['year', 'years'],
};

const DAYS_OF_MONTH = [
  { value: '', label: 'As the first' },
  ...Array.from({ length: 31 }, (_, index) => ({
    value: String(index + 1),
    label: index < 28 ? formatOrdinal(index + 1) : `${formatOrdinal(index + 1)} or last day`,
  })),
];

const ENDS: { value: DraftSchedule['ends']; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'date', label: 'On a date' },
  { value: 'count', label: 'After a number' },
];

const DELIVERIES: { value: DraftSchedule['delivery']; label: string }[] = [
  { value: 'draft', label: 'A draft' },
  { value: 'send', label: 'Sent at once' },
];

const CATCH_UPS: { value: DraftSchedule['catchUp']; label: string }[] = [
  { value: 'all', label: 'Make all' },
  { value: 'latest', label: 'Make the last' },
  { value: 'none', label: 'Make none' },
];

/** What every field of the schedule is given. */
function useScheduleField(name: ScheduleField) {
  const editor = useEditor();
  const { store } = editor;
  const field = SCHEDULE_FIELDS[name];
  const error = useEditorState(({ errors }) => errors[field]);
  return {
    error,
    field,
    set: (value: string) => store.changeSchedule({ [name]: value }),
    check: () => checkField(editor, field as 'dueDays'),
  };
}

interface FieldProps {
  name: ScheduleField;
  label: string;
  value: string;
  hint?: string;
  optional?: boolean;
  placeholder?: string;
}

function TypedField({ name, numeric = false, ...props }: FieldProps & { numeric?: boolean }) {
  const { error, field, set, check } = useScheduleField(name);
  return (
    <div data-field={field}>
      <TextField
        {...props}
        autoComplete="off"
        {...(numeric ? { inputMode: 'numeric' as const } : {})}
        error={error}
        onChange={(event) => set(event.target.value)}
        onBlur={() => afterPress(check)}
      />
    </div>
  );
}

function DayField({ name, ...props }: FieldProps) {
  const { today } = useEditor();
  const { error, field, set, check } = useScheduleField(name);
  return (
    <div data-field={field}>
      <DateField
        {...props}
        today={today}
        error={error}
        onChange={set}
        onBlur={() => afterPress(check)}
      />
    </div>
  );
}

function ChoiceField({
  name,
  options,
  ...props
}: FieldProps & { options: readonly { value: string; label: string }[] }) {
  const { error, field, set } = useScheduleField(name);
  return (
    <div data-field={field}>
      <SelectField
        {...props}
        options={options}
        error={error}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}

const ROW = 'grid grid-cols-2 gap-x-4 gap-y-3.5 @min-[700px]/form:grid-cols-4 max-md:gap-x-3';

/** When invoices are made, until when, and how; with the days that come of it. */
export function ScheduleSection() {
  const { store } = useEditor();
  const titleId = useId();
  const schedule = useEditorState(({ draft }) => draft.schedule);
  const initial = useEditorState((state) => state.initial.schedule);
  if (!schedule) return null;
  const isOne = schedule.every.trim() === '1';
  const units = INTERVAL_UNITS.map((value) => ({
    value,
    label: UNIT_LABELS[value][isOne ? 0 : 1],
  }));
  return (
    <section
      className="grid gap-3.5 rounded border border-hairline bg-wash p-4 max-md:bg-surface"
      aria-labelledby={titleId}
    >
      <h3 id={titleId} className="text-14 font-semi">
        Schedule
      </h3>
      <div className={ROW}>
        <DayField name="startDate" label="First invoice on" value={schedule.startDate} />
        <TypedField name="every" label="Every" value={schedule.every} numeric />
        <ChoiceField name="unit" label="Unit" value={schedule.unit} options={units} />
        {hasDayOfMonth(schedule) && (
          <ChoiceField
            name="dayOfMonth"
            label="On day"
            value={schedule.dayOfMonth}
            options={DAYS_OF_MONTH}
          />
        )}
        <div>
          <SelectField
            label="Ends"
            value={schedule.ends}
            options={ENDS}
            onChange={(event) =>
              store.changeSchedule({ ends: event.target.value as DraftSchedule['ends'] })
            }
          />
        </div>
        {schedule.ends === 'date' && (
          <DayField name="endDate" label="Last day" value={schedule.endDate} />
        )}
        {schedule.ends === 'count' && (
          <TypedField
            name="maxOccurrences"
            label="Number of invoices"
            value={schedule.maxOccurrences}
            numeric
          />
        )}
      </div>
      <NextDays schedule={schedule} initial={initial} />
      <div className={ROW}>
        <ChoiceField
          name="delivery"
          label="Each invoice is"
          value={schedule.delivery}
          options={DELIVERIES}
        />
        <TypedField
          name="dueDays"
          label="Due after (days)"
          value={schedule.dueDays}
          placeholder="As usual"
          numeric
        />
        <ChoiceField
          name="catchUp"
          label="After downtime"
          value={schedule.catchUp}
          options={CATCH_UPS}
        />
        <TypedField name="name" label="Name" value={schedule.name} placeholder="Only for you" />
      </div>
      <Variables schedule={schedule} initial={initial} />
    </section>
  );
}

interface Known {
  schedule: DraftSchedule;
  initial: DraftSchedule | null;
}

/** The next six days, as they are typed. */
function NextDays({ schedule: typed, initial }: Known) {
  const next = listNextDays(typed, initial);
  return (
    <div role="status" className="text-13 leading-5">
      {next === undefined ? (
        <p className="text-muted">The next dates are shown once the schedule is complete.</p>
      ) : next.days.length === 0 ? (
        <p className="text-caution">No invoice is left to be made by this schedule.</p>
      ) : (
        <>
          <p className="font-med">{describeSchedule(next.schedule)}</p>
          <p className="text-muted">
            {next.days.length === 1 ? 'Next date: ' : `Next ${next.days.length} dates: `}
            <span className="tabular-nums">
              {next.days.map(({ date }) => formatDate(date)).join(' · ')}
            </span>
          </p>
        </>
      )}
    </div>
  );
}

const VARIABLES = ['{month}', '{year}', '{period}', '{month+1}', '{period-1}'];

/** What texts may say of their time, and what the next invoice says then. */
function Variables({ schedule: typed, initial }: Known) {
  const next = listNextDays(typed, initial, 1);
  const [day] = next?.days ?? [];
  return (
    <div className="text-13 leading-5 text-muted">
      <p>Lines, notes and terms can name their time. The next invoice says:</p>
      <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
        {VARIABLES.map((variable) => (
          <div key={variable} className="flex gap-1.5">
            <dt>
              <code className="text-ink">{variable}</code>
            </dt>
            <dd>{next && day ? fillVariables(variable, next.schedule, day.index) : '…'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
