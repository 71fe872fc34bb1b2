/** The fields that both layouts of the editor are made of. */

import type { ComponentProps, ReactNode } from 'react';
import { useRef } from 'react';
import { ON_ACCEPTANCE_OPTIONS } from '../../../shared/estimates/on-acceptance.ts';
import { writeInStyle } from '../../../shared/money/number-style.ts';
import { afterPress } from '../../lib/after-press.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { CurrencySelect } from '../../ui/currency-select.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { RateField } from '../../ui/decimal-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { NumberTextField } from '../../ui/typed-number.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { checkField } from './check-field.ts';
import type { DraftFields, TextName } from './document-draft.ts';
import { draftFields, endsBeforeIssue, fieldLabel, rateDay } from './document-draft.ts';
import { tidyDiscount } from './draft-line.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import type { ExtraName } from './editor-extras.ts';
import { EXTRAS } from './editor-extras.ts';
import { GivenNumberField } from './given-number-field.tsx';
import type { OfferedRate } from './use-exchange-rate.ts';
import { useExchangeRate } from './use-exchange-rate.ts';

const TYPING_MS = 500;

/** Whether a field is there: those that only some documents have are, once they are used. */
function useIsShown(): (name: TextName) => boolean {
  const extras: readonly string[] = useEditorState((state) => state.extras);
  return (name) => extras.includes(name) || !EXTRAS.some((extra) => extra.name === name);
}

/** A field of the draft: its value, what is wrong with it, and how to set it. */
export function useField<F extends keyof DraftFields>(field: F) {
  const { store } = useEditor();
  const value = useEditorState((state) => state.draft[field]);
  const error = useEditorState((state) => state.errors[field]);
  const set = (next: DraftFields[F]) => store.setField(field, next);
  return { value, error, set };
}

interface DraftTextProps extends Partial<
  Omit<ComponentProps<typeof NumberTextField>, 'name' | 'value'>
> {
  name: TextName | 'deposit' | 'exchangeRate';
}

const NUMBERS: readonly string[] = ['deposit', 'exchangeRate'];

/** A field of one text, or of a number. */
function DraftTextField({ name, ...props }: DraftTextProps) {
  const { kind } = useEditor();
  const { value, error, set } = useField(name);
  const Control = NUMBERS.includes(name) ? NumberTextField : TextField;
  return (
    <div data-field={name}>
      <Control
        label={fieldLabel(kind.name, name as TextName)}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => set(event.target.value)}
        {...props}
      />
    </div>
  );
}

export function NumberField() {
  const { kind, freeNumber, business } = useEditor();
  const { value, error, set } = useField('number');
  const initial = useEditorState((state) => state.initial.number);
  const input = useRef<HTMLInputElement>(null);
  const takeOffered = () => {
    if (freeNumber === undefined) return;
    set(freeNumber);
    // The button goes with the error: the focus stays with the field.
    input.current?.focus();
  };
  const offered = freeNumber !== undefined && freeNumber !== value;
  const next = business.nextNumbers[kind.name];
  if (next !== undefined) {
    const label = fieldLabel(kind.name, 'number');
    return <GivenNumberField label={label} number={initial} next={next} error={error} />;
  }
  return (
    <DraftTextField
      name="number"
      ref={input}
      spellCheck={false}
      hint={error && offered && <Offer onTake={takeOffered}>Use {freeNumber}</Offer>}
    />
  );
}

/** What a field could hold instead, at a press. */
function Offer({ onTake, children }: { onTake: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-6 cursor-pointer border-0 bg-transparent p-0 font-med text-accent underline underline-offset-3 max-md:min-h-11"
      onClick={onTake}
    >
      {children}
    </button>
  );
}

/** What the customer's books know documents of this kind by. */
export function ReferenceFields() {
  const { kind } = useEditor();
  return draftFields(kind.name)
    .filter(({ place, isExtra }) => place === 'reference' && !isExtra)
    .map(({ name }) => <DraftTextField key={name} name={name} optional />);
}

export function IssueDateField() {
  return <DraftDateField name="issueDate" />;
}

interface DraftDateProps extends Partial<ComponentProps<typeof DateField>> {
  name: 'issueDate' | 'endDate' | 'supplyDate' | 'periodFrom' | 'periodTo' | 'exchangeDate';
}

function DraftDateField({ name, ...props }: DraftDateProps) {
  const editor = useEditor();
  const { value, error, set } = useField(name);
  return (
    <div data-field={name}>
      <DateField
        label={fieldLabel(editor.kind.name, name as TextName)}
        today={editor.today}
        value={value}
        error={error}
        onChange={set}
        onBlur={() => afterPress(() => checkField(editor, name))}
        {...props}
      />
    </div>
  );
}

/** The fields that only some documents have, in the order in which they are read. */
export function ExtraFields() {
  const extras = useEditorState((state) => state.extras);
  const shows = (name: ExtraName) => extras.includes(name);
  return (
    <>
      {shows('exchangeRate') ? (
        // A rate and its day stay side by side; what a rate needs to say takes two fields' room.
        <div className="col-span-full grid grid-cols-subgrid gap-y-3.5 *:first:col-span-full @min-[700px]/form:*:first:col-auto @min-[700px]/form:*:data-[field=exchangeRate]:col-span-2">
          <CurrencyField />
          <ExchangeRateField />
        </div>
      ) : (
        shows('currency') && <CurrencyField />
      )}
      {shows('deposit') && <DepositField />}
      {shows('onAcceptance') && <OnAcceptanceField />}
      {shows('buyerReference') && <DraftTextField name="buyerReference" optional />}
      {shows('supplyDate') && <DraftDateField name="supplyDate" />}
      {shows('servicePeriod') && (
        <>
          <DraftDateField name="periodFrom" label="Service from" />
          <DraftDateField name="periodTo" label="Service to" />
        </>
      )}
    </>
  );
}

/** A percentage of the total, or an amount, that acceptance asks for in advance. */
function DepositField() {
  const editor = useEditor();
  const { value, set } = useField('deposit');
  const currency = useCurrency();
  return (
    <DraftTextField
      name="deposit"
      label="Deposit"
      placeholder="30% or 500.00"
      isShare
      onBlur={() =>
        afterPress(() => {
          set(tidyDiscount(value, currency));
          checkField(editor, 'deposit');
        })
      }
    />
  );
}

/** What is made when its customer accepts it online; what the profile says where nothing is chosen. */
function OnAcceptanceField() {
  const { value, error, set } = useField('onAcceptance');
  return (
    <div data-field="onAcceptance" className="col-span-full @min-[700px]/form:col-span-2">
      <SelectField
        label="After online acceptance"
        value={value}
        error={error}
        options={[{ value: '', label: 'As in the business profile' }, ...ON_ACCEPTANCE_OPTIONS]}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}

function CurrencyField() {
  const { value, error, set } = useField('currency');
  return (
    <div data-field="currency">
      <CurrencySelect label="Currency" value={value} error={error} onChange={set} />
    </div>
  );
}

/** Units of the business's currency for one of the document's, of which day, and from whom. */
function ExchangeRateField() {
  const editor = useEditor();
  const { business } = editor;
  const style = useNumberStyle();
  const input = useRef<HTMLInputElement>(null);
  const { value, set } = useField('exchangeRate');
  const currency = useCurrency();
  const ofDocument = useEditorState(({ draft }) => rateDay(draft));
  const { value: date, set: setDate } = useField('exchangeDate');
  const { value: source, set: setSource } = useField('exchangeSource');
  // One that was taken stays of its day; whether a later one is known is asked for the document's.
  const day = (source === '' && date) || ofDocument;
  const offered = useExchangeRate(currency, business.currency, day);
  if (currency === business.currency) return null;
  const take = (rate: OfferedRate) => {
    set(rate.rate);
    setDate(rate.date);
    setSource(rate.source);
    checkField(editor, 'exchangeRate');
    // The button goes with what it offered.
    input.current?.focus();
  };
  const isTaken = offered?.rate === value.trim() && (source === '' || offered.date === date);
  return (
    <>
      <DraftTextField
        name="exchangeRate"
        ref={input}
        label="Exchange rate"
        inputMode="decimal"
        onChange={(event) => {
          set(event.target.value);
          // What is typed is nobody's, and no longer of that day.
          if (source !== '') setDate('');
          setSource('');
        }}
        onBlur={() => afterPress(() => checkField(editor, 'exchangeRate'))}
        hint={
          offered && !isTaken ? (
            <Offer onTake={() => take(offered)}>
              Use {writeInStyle(offered.rate, style)} ({offered.source})
            </Offer>
          ) : (
            `${business.currency} for 1 ${currency}${source && `. Source: ${source}`}`
          )
        }
      />
      <DraftDateField
        name="exchangeDate"
        label="Date of rate"
        value={date || ofDocument}
        onChange={(next) => {
          setDate(next);
          // Of another day its source has another rate, which is offered.
          setSource('');
        }}
      />
    </>
  );
}

export function EndDateField() {
  const { kind } = useEditor();
  const isPlanned = useEditorState(
    ({ draft }) => kind.name === 'invoice' && draft.installments.length > 0,
  );
  // What is refused says so itself.
  const early = useEditorState(({ draft, errors }) => !errors.endDate && endsBeforeIssue(draft));
  // Half a date may be one as well: '1/5' on the way to '1/5/27'.
  const settled = useDebouncedValue(early, TYPING_MS);
  return (
    <DraftDateField
      name="endDate"
      warning={
        early && settled ? `${fieldLabel(kind.name, 'endDate')} is before the issue date` : ''
      }
      hint={isPlanned ? 'Of the last installment' : undefined}
      disabled={isPlanned}
    />
  );
}

export function StatusField() {
  const { kind } = useEditor();
  const hint = useEditorState(({ draft, initial }) => kind.statusHint?.(draft, initial));
  const { value, error, set } = useField('status');
  return (
    <div data-field="status">
      <SelectField
        label="Status"
        value={value}
        error={error}
        hint={hint}
        options={kind.statuses}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}

/** The phone's field; the desktop has a small one among the totals. */
export function TaxRateField() {
  const editor = useEditor();
  const { value, error, set } = useField('taxRate');
  return (
    <div data-field="taxRate">
      <RateField
        label="Tax rate"
        value={value}
        error={error}
        onChange={set}
        onBlur={() => afterPress(() => checkField(editor, 'taxRate'))}
      />
    </div>
  );
}

/** The texts under the lines. @param hint whether each says where it is shown */
export function RemarkFields({ hint = false }: { hint?: boolean }) {
  const { kind } = useEditor();
  const isShown = useIsShown();
  return draftFields(kind.name)
    .filter(({ place, name }) => place === 'remark' && isShown(name))
    .map(({ name }) => <RemarkField key={name} name={name} hint={hint} />);
}

function RemarkField({ name, hint }: { name: TextName; hint: boolean }) {
  const { kind } = useEditor();
  const { value, error, set } = useField(name);
  return (
    <div data-field={name} className="[&_textarea]:min-h-26 md:[&_textarea]:min-h-[74px]">
      <TextAreaField
        label={fieldLabel(kind.name, name)}
        optional
        hint={hint ? (REMARK_HINTS[name] ?? SHOWN_UNDER_LINES) : undefined}
        value={value}
        error={error}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}

const SHOWN_UNDER_LINES = 'Shown under the line items.';
const REMARK_HINTS: Partial<Record<TextName, string>> = {
  terms: 'Shown at the foot of the document.',
};
