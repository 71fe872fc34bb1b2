import { IconPlus, IconX } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { MAX_INSTALLMENTS } from '../../../shared/documents/installments/installment-content.ts';
import { typedPlan } from '../../../shared/documents/installments/typed-installments.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { checkField } from './check-field.ts';
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
import classes from './installments-section.module.css';

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
    <section className={classes.section} aria-label="Installments">
      <div className={classes.head}>
        <h3>Installments</h3>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            store.changeInstallments(() => []);
            document.querySelector<HTMLElement>('[data-adds-adjustment]')?.focus();
          }}
        >
          Remove plan
        </Button>
      </div>
      <fieldset className={classes.presets} aria-label="Usual plans">
        {planPresets(kind.name).map((preset) => (
          <Button key={preset.label} size="sm" onClick={() => replace(preset.installments())}>
            {preset.label}
          </Button>
        ))}
      </fieldset>
      <ol className={classes.rows}>
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
      <div className={classes.foot}>
        <Button
          variant="quiet"
          size="sm"
          icon={IconPlus}
          disabled={installments.length >= MAX_INSTALLMENTS}
          onClick={add}
        >
          Add installment
        </Button>
        <p role="status" data-fault={fault ? true : undefined}>
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
    <li className={classes.row}>
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
      <div data-field={`${key}.share`} className={classes.share}>
        <TextField
          label={`Installment ${number}, percentage or amount`}
          labelHidden
          placeholder={isLast ? 'the rest' : '30% or 300.00'}
          autoComplete="off"
          value={share}
          error={errors[`${key}.share`]}
          onChange={(event) => change({ share: event.target.value })}
          onBlur={() => change({ share: tidyDiscount(share, currency) })}
        />
      </div>
      <div data-field={`${key}.when`} className={classes.when}>
        <SelectField
          label={`Installment ${number}, when it is due`}
          labelHidden
          value={when}
          error={errors[`${key}.when`]}
          options={WHENS[kind.name]}
          onChange={(event) => {
            const next = WHENS[kind.name].find(({ value }) => value === event.target.value)?.value;
            if (next) change({ when: next, days: days || '30' });
          }}
        />
      </div>
      {isCounted(when) && (
        <div data-field={`${key}.days`} className={classes.days}>
          <TextField
            label={`Installment ${number}, days`}
            labelHidden
            inputMode="numeric"
            autoComplete="off"
            value={days}
            error={errors[`${key}.days`]}
            onChange={(event) => change({ days: event.target.value })}
            onBlur={() => leave('days')}
          />
        </div>
      )}
      {when === 'date' && (
        <div data-field={`${key}.dueDate`} className={classes.date}>
          <DateField
            label={`Installment ${number}, due date`}
            labelHidden
            today={today}
            value={dueDate}
            error={errors[`${key}.dueDate`]}
            onChange={(value) => change({ dueDate: value })}
            onBlur={() => leave('dueDate')}
          />
        </div>
      )}
      <span className={classes.amount}>
        <Amount value={amount} currency={currency} />
      </span>
      <IconButton
        size="sm"
        tooltip={false}
        label={`Remove installment ${number}`}
        data-removes-installment
        icon={IconX}
        onClick={(event) => {
          focusAfterRemoval(event.currentTarget);
          store.changeInstallments((all) => all.filter((each) => each.key !== key));
        }}
      />
    </li>
  );
}

/** The button goes with its row: the focus stays among the rows, or where they come from. */
function focusAfterRemoval(button: HTMLElement): void {
  const removals = [...document.querySelectorAll<HTMLElement>('[data-removes-installment]')];
  const at = removals.indexOf(button);
  const next = removals[at + 1] ?? removals[at - 1];
  (next ?? document.querySelector<HTMLElement>('[data-adds-adjustment]'))?.focus();
}

function focusShare(installment: DraftInstallment | undefined): void {
  if (!installment) return;
  const field = `[data-field="${CSS.escape(`${installment.key}.share`)}"] input`;
  document.querySelector<HTMLElement>(field)?.focus();
}
