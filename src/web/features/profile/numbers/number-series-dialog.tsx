import { Controller } from 'react-hook-form';
import { monthTitle } from '../../../../shared/dates/calendar-date.ts';
import { DOCUMENT_KINDS } from '../../../../shared/documents/document-content.ts';
import type { SeriesReset } from '../../../../shared/documents/number-series/number-pattern.ts';
import {
  deduceReset,
  findPatternFault,
  nextNumbers,
  SERIES_RESETS,
} from '../../../../shared/documents/number-series/number-pattern.ts';
import type {
  NumberSeries,
  SeriesKind,
} from '../../../../shared/documents/number-series/number-series.contract.ts';
import { numberSeriesInput } from '../../../../shared/documents/number-series/number-series.contract.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { RecordForm } from '../../../records/record-dialog.tsx';
import { useRecordEditor } from '../../../records/use-record-editor.ts';
import { FormDialog } from '../../../ui/dialog-form.tsx';
import { fieldWidth } from '../../../ui/form-layout.tsx';
import { SelectField, TextField } from '../../../ui/text-field.tsx';
import { useSaveNumberSeries } from './use-number-series.ts';

/** What is said of each kind that can have a series. */
export const NUMBERED_KINDS = {
  invoice: { title: 'Invoices', many: 'invoices', prefix: 'INV', example: 'INV-2026-4821' },
  estimate: { title: 'Estimates', many: 'estimates', prefix: 'EST', example: 'EST-2026-1177' },
  credit_note: {
    title: 'Credit notes',
    many: 'credit notes',
    prefix: 'CN',
    example: 'CN-2026-0312',
  },
} as const satisfies Record<SeriesKind, object>;

interface Props {
  opened: boolean;
  kind: SeriesKind;
  /** The kind's present series: edited while it has given no number, and replaced from then on. */
  series?: NumberSeries | undefined;
  onClose: () => void;
}

/** Begins, changes or replaces the series of a kind. */
export function NumberSeriesDialog({ opened, kind, series, onClose }: Props) {
  const { many } = NUMBERED_KINDS[kind];
  const isUsed = series?.lastIssueDate != null;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size={520}
      title={
        series ? `${isUsed ? 'Replace' : 'Edit'} the series of ${many}` : `Use a series for ${many}`
      }
      description={
        isUsed
          ? `Its numbers stay. From now on ${many} get their numbers from the new series.`
          : `From now on ${many} have no number until they are issued, and drafts lose theirs. Numbers have no gaps, so what is issued cannot be deleted.`
      }
    >
      <SeriesForm kind={kind} series={series} onClose={onClose} />
    </FormDialog>
  );
}

const LABELS = {
  pattern: 'Pattern',
  reset: 'Restart numbering',
  yearStartMonth: 'Year begins in',
  firstNumber: 'First number',
} as const;

const RESET_LABELS: Record<SeriesReset, string> = {
  never: 'Never',
  year: 'Each year',
  month: 'Each month',
};

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthTitle(`2026-${String(index + 1).padStart(2, '0')}`).split(' ')[0] ?? '',
}));

/** The contract's fields, and the rules between them in the words of the server. */
const schema = numberSeriesInput.superRefine(({ pattern, reset }, context) => {
  const message = findPatternFault(pattern, reset ?? deduceReset(pattern));
  if (message) context.addIssue({ code: 'custom', path: ['pattern'], message });
});

const { full, half } = fieldWidth;

function SeriesForm({ kind, series, onClose }: Omit<Props, 'opened'>) {
  const { today } = useBusiness();
  const isUsed = series?.lastIssueDate != null;
  const record = isUsed ? undefined : series;
  const toValues = (of: NumberSeries | undefined) => {
    const pattern = of?.pattern ?? `${NUMBERED_KINDS[kind].prefix}-{YYYY}-{SEQ:4}`;
    return {
      kind,
      pattern,
      reset: of?.reset ?? deduceReset(pattern),
      yearStartMonth: String(of?.yearStartMonth ?? 1),
      firstNumber: String(of?.firstNumber ?? 1),
      ...(isUsed ? { replaces: series.id } : {}),
    };
  };
  const form = useContractForm(schema, toValues(series));
  const save = useSaveNumberSeries();
  const { field, shell } = useRecordEditor({
    noun: `${DOCUMENT_KINDS[kind].noun} number series`,
    labels: LABELS,
    form,
    record,
    toValues,
    save: save.mutateAsync,
    onClose,
  });
  const [pattern, reset, yearStartMonth, firstNumber] = form.watch([
    'pattern',
    'reset',
    'yearStartMonth',
    'firstNumber',
  ]);
  const counts = reset ?? 'never';
  const next = preview({ pattern, reset: counts, yearStartMonth, firstNumber }, today);
  return (
    <RecordForm {...shell} noun="series">
      <TextField
        {...field('pattern', full, {
          onChange: (event: { target: { value: string } }) => {
            if (!form.getFieldState('reset').isDirty) {
              form.setValue('reset', deduceReset(event.target.value));
              form.resetField('reset', { defaultValue: deduceReset(event.target.value) });
            }
          },
        })}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={60}
        data-autofocus
        hint="Any text, with {YYYY} or {YY} for the year, {MM} for the month and {SEQ} for the counter; {SEQ:4} gives 0001."
      />
      <p
        className="col-span-full flex flex-wrap gap-x-2.5 gap-y-1.5 items-baseline -mt-1 mb-1 text-muted text-13"
        role="status"
      >
        {next ? (
          <>
            Next three:{' '}
            {next.map((number) => (
              <code
                key={number}
                className="rounded-sm border border-hairline bg-paper px-2 py-0.5 [font-family:inherit] tabular-nums text-ink wrap-anywhere"
              >
                {number}
              </code>
            ))}
          </>
        ) : (
          'The next numbers appear here once the pattern is complete.'
        )}
      </p>
      <Controller
        control={form.control}
        name="reset"
        render={({ field: one, fieldState }) => (
          <SelectField
            {...one}
            value={one.value ?? 'never'}
            className={half}
            label={LABELS.reset}
            error={fieldState.error?.message}
            options={SERIES_RESETS.map((value) => ({ value, label: RESET_LABELS[value] }))}
          />
        )}
      />
      <TextField
        {...field('firstNumber', half)}
        inputMode="numeric"
        autoComplete="off"
        hint={counts === 'never' ? undefined : 'For this period; later periods start at 1.'}
      />
      {/\{Y/.test(pattern) && (
        <SelectField
          {...field('yearStartMonth', half)}
          hint="A year is named after the calendar year it begins in."
          options={MONTHS}
        />
      )}
    </RecordForm>
  );
}

/** What would come next of what is typed; undefined while it is no series. */
function preview(
  typed: {
    pattern: string;
    reset: SeriesReset;
    yearStartMonth: unknown;
    firstNumber: unknown;
  },
  today: string,
): string[] | undefined {
  const pattern = typed.pattern.trim();
  const [yearStartMonth, first] = [Number(typed.yearStartMonth), Number(typed.firstNumber)];
  const isCount = Number.isSafeInteger(first) && first > 0;
  if (!isCount || findPatternFault(pattern, typed.reset) !== undefined) return undefined;
  return nextNumbers({ pattern, reset: typed.reset, yearStartMonth }, today, first - 1);
}
