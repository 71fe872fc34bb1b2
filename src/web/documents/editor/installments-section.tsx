import { flushSync } from 'react-dom';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { MAX_INSTALLMENTS } from '../../../shared/documents/installments/installment-content.ts';
import { typedPlan } from '../../../shared/documents/installments/typed-installments.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { afterPress } from '../../lib/after-press.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/date-field.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { NumberTextField } from '../../ui/typed-number.tsx';
import { checkField } from './check-field.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DraftInstallment, InstallmentWhen } from './draft-installments.ts';
import {
  findPlanFault,
  isAfterDeposits,
  isCounted,
  newInstallment,
  plannedTotal,
  planPresets,
  toTypedInstallment,
} from './draft-installments.ts';
import { tidyDiscount } from './draft-line.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { useTotals } from './editor-totals.tsx';
import { Amount } from './figure.tsx';
import { findAdding, findControl, focusAfterRemoval } from './focus-field.ts';

const AT_ISSUE: { value: InstallmentWhen; label: string }[] = [
  { value: 'issue', label: 'On issue' },
  { value: 'afterIssue', label: 'Days after issue' },
];
const ON_DATE: { value: InstallmentWhen; label: string }[] = [
  { value: 'date', label: 'On a date' },
];
const WHENS: Record<KindName, { value: InstallmentWhen; label: string }[]> = {
  invoice: [...AT_ISSUE, ...ON_DATE],
  estimate: [
    { value: 'acceptance', label: 'On acceptance' },
    { value: 'afterAcceptance', label: 'Days after acceptance' },
    ...AT_ISSUE.map((each) => ({ ...each, label: each.label.replace('issue', 'the invoice') })),
    ...ON_DATE,
  ],
  credit_note: [],
};
/** Of what is made again and again, no installment is due on a date. */
const listWhens = ({ name, recurring }: DocumentKind) => (recurring ? AT_ISSUE : WHENS[name]);

/** The parts in which the document is paid: there once they are asked for. */
export function InstallmentsSection() {
  const { kind, store } = useEditor();
  const installments = useEditorState(({ draft }) => draft.installments);
  const issueDate = useEditorState(({ draft }) => draft.issueDate);
  const currency = useCurrency();
  const deposit = useEditorState(({ draft }) => draft.deposit);
  const deductions = useEditorState(({ draft }) => draft.deductions);
  const { total: whole } = useTotals();
  if (installments.length === 0) return null;
  const draft = { installments, currency, issueDate, deposit, deductions };
  const total = plannedTotal(draft, whole);
  const fault = findPlanFault(kind.name, draft, whole);
  // One by one, in the order of the form.
  const amounts = planAmounts(kind.name, draft, total);
  // Drawn at once: what is typed next goes to the row that was asked for.
  const replace = (all: readonly DraftInstallment[]) => {
    flushSync(() => store.changeInstallments(() => all));
    focusShare(all[0]);
  };
  const add = () => {
    const added = newInstallment({
      when: kind.name === 'estimate' ? 'afterAcceptance' : 'afterIssue',
    });
    flushSync(() => store.changeInstallments((all) => [...all, added]));
    focusShare(added);
  };
  return (
    <section className="grid gap-2.5 border-t border-line py-4" aria-label="Installments">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-14 font-semi">Installments</h3>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            store.changeInstallments(() => []);
            findAdding()?.focus();
          }}
        >
          Remove plan
        </Button>
      </div>
      <fieldset className="flex flex-wrap gap-2" aria-label="Usual plans">
        {planPresets(kind.name).map((preset) => (
          <Button key={preset.label} size="sm" onClick={() => replace(preset.installments())}>
            {preset.label}
          </Button>
        ))}
      </fieldset>
      <ol className="grid gap-2" data-rows>
        {installments.map((each, index) => (
          <InstallmentRow
            key={each.key}
            installment={each}
            number={index + 1}
            isLast={index === installments.length - 1}
            amount={amounts[index] ?? null}
          />
        ))}
      </ol>
      <div className="flex items-center justify-between gap-3 max-md:flex-col max-md:items-stretch">
        <Button
          variant="quiet"
          size="sm"
          icon={IconPlus}
          disabled={installments.length >= MAX_INSTALLMENTS}
          onClick={add}
        >
          Add installment
        </Button>
        <p
          role="status"
          className={cx('text-13 md:text-right', fault ? 'text-overdue' : 'text-muted')}
        >
          {fault?.message ??
            (total === null
              ? ''
              : `Adds up to ${formatMoney(money(total, currency))}${isAfterDeposits(draft) ? ' after deposits' : ''}`)}
        </p>
      </div>
    </section>
  );
}

/** What each comes to, in the order of the form: null while it cannot be computed. */
function planAmounts(
  kind: KindName,
  { installments, currency }: { installments: readonly DraftInstallment[]; currency: string },
  total: Decimal | null,
): (Decimal | null)[] {
  // Without days they stay in the order of the form.
  const undated = installments.map((each) => ({
    ...toTypedInstallment(each, currency),
    event: 'acceptance' as const,
  }));
  return typedPlan(kind, { installments: undated }, { currency, total }).map(
    ({ amount }) => amount,
  );
}

interface RowProps {
  installment: DraftInstallment;
  number: number;
  isLast: boolean;
  amount: Decimal | null;
}

function InstallmentRow({ installment, number, isLast, amount }: RowProps) {
  const editor = useEditor();
  const { kind, store, today } = editor;
  const { key, share, when, days, dueDate } = installment;
  const currency = useCurrency();
  const errors = useEditorState((state) => state.errors);
  const change = (part: Partial<DraftInstallment>) =>
    store.changeInstallments((all) =>
      all.map((each) => (each.key === key ? { ...each, ...part } : each)),
    );
  const leave = (cell: 'days' | 'dueDate') => checkField(editor, `${key}.${cell}`);
  return (
    // On the phone share and amount stand in a line, and when it is due below.
    <li className="flex items-start gap-2 tabular-nums max-md:flex-wrap max-md:border-b max-md:border-line max-md:pb-2.5">
      <span className="w-5 flex-none leading-9 text-muted max-md:hidden" aria-hidden="true">
        {number}
      </span>
      <div
        data-field={`${key}.share`}
        className="w-35 flex-none max-md:w-auto max-md:flex-[1_1_120px]"
      >
        <NumberTextField
          label={`Installment ${number}, percentage or amount`}
          labelHidden
          placeholder={isLast ? 'the rest' : '30% or 300.00'}
          isShare
          autoComplete="off"
          value={share}
          error={errors[`${key}.share`]}
          onChange={(event) => change({ share: event.target.value })}
          onBlur={() => afterPress(() => change({ share: tidyDiscount(share, currency) }))}
        />
      </div>
      <div
        data-field={`${key}.when`}
        className="min-w-[150px] flex-[1_1_160px] max-md:order-3 max-md:flex-[1_1_55%]"
      >
        <SelectField
          label={`Installment ${number}, when it is due`}
          labelHidden
          value={when}
          error={errors[`${key}.when`]}
          options={listWhens(kind)}
          onChange={(event) => {
            const next = listWhens(kind).find(({ value }) => value === event.target.value)?.value;
            if (next) change({ when: next, days: days || '30' });
          }}
        />
      </div>
      {isCounted(when) && (
        <div
          data-field={`${key}.days`}
          className="w-19 flex-none max-md:order-4 max-md:w-auto max-md:flex-[1_1_30%]"
        >
          <TextField
            label={`Installment ${number}, days`}
            labelHidden
            inputMode="numeric"
            autoComplete="off"
            value={days}
            error={errors[`${key}.days`]}
            onChange={(event) => change({ days: event.target.value })}
            onBlur={() => afterPress(() => leave('days'))}
          />
        </div>
      )}
      {when === 'date' && (
        <div
          data-field={`${key}.dueDate`}
          className="w-40 flex-none max-md:order-4 max-md:w-auto max-md:flex-[1_1_30%]"
        >
          <DateField
            label={`Installment ${number}, due date`}
            labelHidden
            today={today}
            value={dueDate}
            error={errors[`${key}.dueDate`]}
            onChange={(value) => change({ dueDate: value })}
            onBlur={() => afterPress(() => leave('dueDate'))}
          />
        </div>
      )}
      <span className="flex-[1_0_96px] text-right leading-9 max-md:order-1 max-md:min-w-24 max-md:flex-[0_1_auto] max-md:leading-11">
        <Amount value={amount} currency={currency} />
      </span>
      <IconButton
        size="sm"
        tooltip={false}
        label={`Remove installment ${number}`}
        className="mt-1 max-md:order-2"
        data-removes-row
        icon={IconX}
        onClick={(event) => {
          focusAfterRemoval(event.currentTarget);
          store.changeInstallments((all) => all.filter((each) => each.key !== key));
        }}
      />
    </li>
  );
}

function focusShare(installment: DraftInstallment | undefined): void {
  if (installment) findControl(`${installment.key}.share`)?.focus();
}
