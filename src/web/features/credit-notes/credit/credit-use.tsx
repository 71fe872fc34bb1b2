import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import type {
  CreditNoteDetail,
  CreditRefund,
} from '../../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { PAYMENT_METHOD_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { RailLink } from '../../../documents/detail/document-rail.tsx';
import { MoneyLine, MoneyNote, MoneyWays, Way } from '../../../documents/payments/money-line.tsx';
import { UndoDialog } from '../../../documents/records/undo-dialog.tsx';
import type { KeyFor } from '../../../lib/use-submission.ts';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { useCredit } from './use-credit.ts';

/** What is to be taken back: from an invoice, or a refund that did not happen. */
type Question =
  | { invoiceId: number; invoiceNumber: string; amount: string }
  | { refund: CreditRefund };

/** Which invoices a credit note settles, what was paid back of it, and how that is taken back. */
export function CreditUse({ creditNote }: { creditNote: CreditNoteDetail }) {
  const [question, setQuestion] = useState<Question>();
  const { allocations, refunds, correctsInvoiceId } = creditNote;
  if (creditNote.status === 'draft') return null;
  const inCurrency = (amount: string) => formatMoney(money(amount, creditNote.currency));
  return (
    <RailLink title="Credit">
      {allocations.length + refunds.length === 0 && (
        <p>None of it has been applied or paid back yet.</p>
      )}
      <ul>
        {allocations.map((part) => (
          <MoneyLine
            key={part.invoiceId}
            what={
              <>
                {part.invoiceId === correctsInvoiceId ? 'Corrects' : 'Applied to'}{' '}
                <Link to={`/invoices/${part.invoiceId}`}>{part.invoiceNumber}</Link>
              </>
            }
            amount={inCurrency(part.amount)}
          >
            {part.invoiceId !== correctsInvoiceId && (
              <MoneyWays wide>
                <Way
                  about={`Unapply ${inCurrency(part.amount)} from ${part.invoiceNumber}`}
                  onClick={() => setQuestion(part)}
                >
                  Unapply
                </Way>
              </MoneyWays>
            )}
          </MoneyLine>
        ))}
        {refunds.map((refund) => (
          <RefundLine
            key={refund.id}
            refund={refund}
            amount={inCurrency(refund.amount)}
            onUndo={() => setQuestion({ refund })}
          />
        ))}
      </ul>
      <TakeBackDialog
        creditNote={creditNote}
        question={question}
        onClose={() => setQuestion(undefined)}
      />
    </RailLink>
  );
}

function RefundLine({
  refund,
  amount,
  onUndo,
}: {
  refund: CreditRefund;
  amount: string;
  onUndo: () => void;
}) {
  const { paymentMethod, paymentDate, reference, notes, undone } = refund;
  const method = PAYMENT_METHOD_LABELS[paymentMethod];
  return (
    <MoneyLine
      what={`Paid back, ${method.toLowerCase()}`}
      amount={amount}
      struck={undone}
      when={formatDate(paymentDate)}
    >
      {reference && (
        <MoneyNote>
          Reference <bdi>{reference}</bdi>
        </MoneyNote>
      )}
      {notes && <MoneyNote typed>{notes}</MoneyNote>}
      {undone ? (
        <MoneyNote>Undone: it no longer counts</MoneyNote>
      ) : (
        <MoneyWays wide>
          <Way about={`Undo refund of ${amount}, ${method}`} onClick={onUndo}>
            Undo refund
          </Way>
        </MoneyWays>
      )}
    </MoneyLine>
  );
}

/** Asks before an invoice is owed again, or a refund no longer counts. */
function TakeBackDialog({
  creditNote,
  question,
  onClose,
}: {
  creditNote: CreditNoteDetail;
  question: Question | undefined;
  onClose: () => void;
}) {
  const shown = useFrozen(question, question !== undefined);
  const { withdraw, undo } = useCredit(creditNote);
  const confirm = async (keyFor: KeyFor) => {
    if (!shown) return undefined;
    return 'refund' in shown
      ? undo(shown.refund.id)
      : withdraw(shown.invoiceId, shown.invoiceNumber, keyFor);
  };
  const said = shown && words(shown, creditNote.currency);
  return (
    <UndoDialog
      opened={question !== undefined}
      title={said?.title ?? ''}
      confirmLabel={said?.label ?? ''}
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      {said?.effect}
    </UndoDialog>
  );
}

function words(
  question: Question,
  currency: string,
): { title: string; label: string; effect: ReactNode } {
  if ('refund' in question) {
    const amount = formatMoney(money(question.refund.amount, currency));
    return {
      title: `Undo the refund of ${amount}?`,
      label: 'Undo refund',
      effect: `${amount} is the customer’s credit again. The refund stays here, struck through.`,
    };
  }
  const amount = formatMoney(money(question.amount, currency));
  return {
    title: `Unapply ${amount} from ${question.invoiceNumber}?`,
    label: 'Unapply',
    effect: `${amount} is owed again on ${question.invoiceNumber} and becomes the customer’s credit.`,
  };
}
