import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type {
  Creditable,
  CreditNoteDetail,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, isSameAmount, money } from '../../../shared/money/money.ts';
import { writeFigures } from '../../../shared/money/number-style.ts';
import { GivenNumberField } from '../../documents/editor/given-number-field.tsx';
import { useNextNumbers } from '../../documents/editor/use-editor-business.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, failure, hasCode, errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import type { KeyFor, Outcome } from '../../lib/use-submission.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { DateField } from '../../ui/date-field.tsx';
import { MoneyField } from '../../ui/decimal-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../ui/dialog-form.tsx';
import { notify } from '../../ui/notify.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import type { CreditDraft, CreditWay } from './credit-form.ts';
import { findField, lineKey, openLines, toCreditDraft, toSelection } from './credit-form.ts';
import { FAULT, LineChoice, LinesTotal } from './credit-lines.tsx';
import { refreshCreditNotes } from './credit-note-records.ts';

interface Props {
  /** The invoice to credit; none closes the sheet. */
  invoiceId: number | undefined;
  /** The draft that is changed; without it a new one is made. */
  creditNote?: CreditNoteDetail | undefined;
  onClose: () => void;
  onSaved: (creditNote: CreditNoteDetail) => void;
}

/** Asks what is credited of an invoice: all that is left, some of its lines, or an amount. */
export function CreditSheet({ invoiceId, creditNote, onClose, onSaved }: Props) {
  const isOpen = invoiceId !== undefined;
  const creditable = useQuery({
    ...orpc.creditNotes.creditable.queryOptions({ input: { id: invoiceId ?? 0 } }),
    enabled: isOpen,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const number = useQuery({
    queryKey: ['free number', 'credit_note', invoiceId],
    queryFn: () => api.creditNotes.nextNumber(),
    enabled: isOpen && !creditNote,
    gcTime: 0,
  });
  const { data } = creditable;
  const first = creditNote?.creditNoteNumber ?? number.data?.creditNoteNumber;
  const title = creditNote
    ? `Edit ${creditNote.creditNoteNumber || 'draft'}`
    : 'Credit this invoice';
  return (
    <FormDialog
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={560}
      fullOnPhone
      description={data && <Subject creditable={data} />}
    >
      {data && first !== undefined ? (
        <CreditForm
          creditable={data}
          creditNote={creditNote}
          number={first}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : creditable.isError ? (
        <p role="alert">
          {failure('The rest of the invoice could not be loaded', creditable.error)}
        </p>
      ) : (
        <PageSpinner label="Loading invoice" />
      )}
    </FormDialog>
  );
}

function Subject({ creditable }: { creditable: Creditable }) {
  const { invoiceNumber, currency, left, total } = creditable;
  const style = useNumberStyle();
  // As in the fields beneath.
  const inCurrency = (amount: string) => writeFigures(formatMoney(money(amount, currency)), style);
  return (
    <>
      {invoiceNumber}: <b>{inCurrency(left)}</b>
      {isSameAmount(left, total, currency)
        ? ' can be credited.'
        : ` of ${inCurrency(total)} is left to credit.`}
    </>
  );
}

interface FormProps extends Pick<Props, 'creditNote' | 'onClose' | 'onSaved'> {
  creditable: Creditable;
  number: string;
}

const WAYS: readonly { value: CreditWay; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'lines', label: 'Lines' },
  { value: 'amount', label: 'An amount' },
];

function CreditForm({ creditable, creditNote, number, onClose, onSaved }: FormProps) {
  const { today } = useBusiness();
  const style = useNumberStyle();
  const { nextNumbers } = useNextNumbers();
  const next = nextNumbers.credit_note;
  const lines = openLines(creditable.lines);
  const [initial] = useState(() => toCreditDraft(lines, creditNote, { number, today }));
  const [draft, setDraft] = useState<CreditDraft>(initial);
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const { release, onCancel } = useDialogForm({ dirty: draft !== initial }, onClose);
  const save = useSaveCredit(creditable, creditNote);
  const { currency } = creditable;

  const change = (values: Partial<CreditDraft>, ...settled: string[]) => {
    setDraft((before) => ({ ...before, ...values }));
    setFaults((before) => ({
      ...before,
      ...Object.fromEntries(settled.map((name) => [name, undefined])),
    }));
  };
  const showFaults = (found: Partial<Record<string, string>>): Outcome => {
    setFaults(found);
    const [first] = Object.keys(found);
    // The field is there once what is wrong with it is.
    requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>(
          `[data-field="${first}"] input, [data-field="${first}"] textarea`,
        )
        ?.focus(),
    );
    return 'open';
  };
  const submission = useSubmission(async (keyFor) => {
    if (draft.way === 'lines' && Object.keys(draft.lines).length === 0) {
      return showFaults({ lines: 'Choose at least one line to credit' });
    }
    const outcome = await save(draft, toSelection(draft, lines), keyFor);
    if ('faults' in outcome) return showFaults(outcome.faults);
    release();
    onSaved(outcome.saved);
    return 'done';
  });
  const text = (name: 'creditNoteNumber' | 'reason' | 'notes') => ({
    value: draft[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value }, name),
  });
  return (
    <DialogForm
      ref={form}
      className="flex flex-col gap-4"
      submitLabel={creditNote ? 'Save changes' : 'Create draft'}
      submission={submission}
      onCancel={onCancel}
    >
      <SegmentedControl
        label="What to credit"
        value={draft.way}
        segments={WAYS}
        onChange={(way) => {
          change({ way });
          setFaults({});
        }}
      />
      {draft.way === 'all' && (
        <p className="text-muted">
          Everything left to credit:{' '}
          <b className="text-ink tabular-nums">
            {writeFigures(formatMoney(money(creditable.left, currency)), style)}
          </b>
        </p>
      )}
      {draft.way === 'amount' && (
        <div data-field="amount">
          <MoneyField
            label="Amount with tax"
            currency={currency}
            value={draft.amount}
            error={faults['amount']}
            hint="Spread over all lines and their taxes, in proportion to what is left of each."
            onChange={(amount) => change({ amount }, 'amount')}
          />
        </div>
      )}
      {draft.way === 'lines' && (
        <div data-field="lines">
          <ul className="border-t border-line" aria-label="Lines of the invoice">
            {lines.map((line) => (
              <LineChoice
                key={lineKey(line)}
                line={line}
                currency={currency}
                part={draft.lines[lineKey(line)]}
                fault={faults[lineKey(line)]}
                onPart={(part) => {
                  const { [lineKey(line)]: _before, ...others } = draft.lines;
                  const next = part === undefined ? others : { ...others, [lineKey(line)]: part };
                  change({ lines: next }, lineKey(line), 'lines');
                }}
              />
            ))}
          </ul>
          <LinesTotal chosen={draft.lines} lines={lines} currency={currency} />
          {faults['lines'] && (
            <p role="alert" className={FAULT}>
              {faults['lines']}
            </p>
          )}
        </div>
      )}
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {next === undefined ? (
          <div data-field="creditNoteNumber">
            <TextField label="Credit note number" {...text('creditNoteNumber')} />
          </div>
        ) : (
          <GivenNumberField
            label="Credit note number"
            number={initial.creditNoteNumber}
            next={next}
            error={faults['creditNoteNumber']}
          />
        )}
        <div data-field="issueDate">
          <DateField
            label="Issue date"
            today={today}
            value={draft.issueDate}
            error={faults['issueDate']}
            onChange={(issueDate) => change({ issueDate }, 'issueDate')}
          />
        </div>
      </div>
      <div data-field="reason">
        <TextField label="Reason" optional hint="Shown on the credit note." {...text('reason')} />
      </div>
      <div data-field="notes">
        <TextAreaField label="Notes" optional {...text('notes')} />
      </div>
    </DialogForm>
  );
}

type Saving = { saved: CreditNoteDetail } | { faults: Partial<Record<string, string>> };

/** Makes the draft, or changes it, and says what the server refuses by the fields of the form. */
function useSaveCredit({ invoiceId }: Creditable, creditNote: CreditNoteDetail | undefined) {
  const client = useQueryClient();
  return async (
    { creditNoteNumber, issueDate, reason: why, notes }: CreditDraft,
    credit: ReturnType<typeof toSelection>,
    keyFor: KeyFor,
  ): Promise<Saving> => {
    const input = { creditNoteNumber, issueDate, reason: why, notes, credit };
    try {
      const made = { ...input, correctsInvoiceId: invoiceId };
      const saved = creditNote
        ? await api.creditNotes.update({ ...input, id: creditNote.id, version: creditNote.version })
        : await api.creditNotes.create(made, { context: { idempotencyKey: keyFor(made) } });
      refreshCreditNotes(client, saved);
      const words = `${saved.creditNoteNumber || 'It'} is a draft. Review it, then issue it.`;
      if (creditNote)
        notify.success('Credit Note Updated', `${shownNumber(saved.creditNoteNumber)} is saved.`);
      else notify.success('Credit Note Created', words);
      return { saved };
    } catch (error) {
      const found = (error instanceof ApiError ? error.fields : []).flatMap(({ path, message }) => {
        const field = findField(path, credit);
        return field === undefined ? [] : [[field, message]];
      });
      const taken = hasCode(error, 'NUMBER_TAKEN');
      if (found.length === 0 || taken) {
        notify.error('Error', errorMessage(error, 'Failed to save credit note'));
      }
      return { faults: Object.fromEntries(found) };
    }
  };
}
