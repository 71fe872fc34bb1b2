import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { MoneyLine, MoneyNote, MoneyWays, Way } from '../../../documents/payments/money-line.tsx';
import { errorMessage } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconAlertTriangle, IconClock } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.tsx';
import { ApplyPaymentDialog } from '../payments/apply-payment-dialog.tsx';
import { UndoPaymentDialog } from '../payments/undo-payment-dialog.tsx';
import { UndoWriteOffDialog } from '../payments/undo-write-off-dialog.tsx';
import { usePayments } from '../payments/use-payments.ts';
import { refreshAfterChange, refreshInvoice } from '../refresh-invoices.ts';
import { CustomerCredit } from './customer-credit.tsx';
import type { Overpayment } from './payment-labels.ts';
import {
  formatProcessing,
  listOverpayments,
  paymentTitle,
  refundableAmount,
  shownPayments,
  writeOffReasons,
} from './payment-labels.ts';
import type { PaymentCommands } from './payment-line.tsx';
import { PaymentLine } from './payment-line.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import type { Refund } from './use-refund.ts';

interface Props {
  invoice: InvoiceDetail;
  timeZone: string | undefined;
  onCredit: () => void;
}

/** What came, how, and what became of it. */
export function InvoicePayments({ invoice, timeZone, onCredit }: Props) {
  const [wish, setWish] = useState<Refund>();
  const [undoing, setUndoing] = useState<Payment>();
  const [applying, setApplying] = useState<Payment>();
  const [owing, setOwing] = useState(false);
  const payments = shownPayments(invoice);
  const writtenOff = money(invoice.amountWrittenOff, invoice.currency);
  const credited = money(invoice.amountCredited, invoice.currency);
  const isSettledOtherwise = isPositive(writtenOff) || isPositive(credited);
  const accept = useAcceptPayment(invoice.id);
  const { sendReceipt } = usePayments(invoice);
  const commands: PaymentCommands = {
    accept: (payment) => void accept.accept(payment),
    refund: (payment, amount = refundableAmount(payment)) => setWish({ payment, amount }),
    undo: setUndoing,
    apply: setApplying,
    sendReceipt: ({ id }) => void sendReceipt(id, invoice.customer.email ?? ''),
  };
  const processing = formatProcessing(invoice);
  const hasNothing = payments.length === 0 && !processing && !isSettledOtherwise;
  // Of what asks for nothing, nothing is to be received.
  if (hasNothing && !isPositive(money(invoice.amountDue, invoice.currency))) return null;
  return (
    <section className="border-t border-hairline py-5" aria-labelledby="payments-title">
      <h2 id="payments-title" className="mb-2.5">
        Payments
      </h2>
      {isPositive(money(invoice.overpaid, invoice.currency)) && (
        <Overpaid invoice={invoice} commands={commands} />
      )}
      {processing && (
        <p className="mb-2 flex items-start gap-2 leading-5">
          <Icon as={IconClock} className="mt-0.5 text-muted" />
          {processing}
        </p>
      )}
      <CustomerCredit invoice={invoice} />
      {hasNothing && <p className="text-muted">Nothing received yet.</p>}
      <ul>
        {payments.map((payment) => (
          <PaymentLine
            key={payment.id}
            invoice={invoice}
            payment={payment}
            timeZone={timeZone}
            accepting={accept.busy}
            commands={commands}
          />
        ))}
        {invoice.credits.map((credit) => (
          <Credited key={credit.id} credit={credit} />
        ))}
        {isPositive(writtenOff) && (
          <WrittenOff invoice={invoice} amount={writtenOff} onUndo={() => setOwing(true)} />
        )}
      </ul>
      <UndoPaymentDialog
        invoice={invoice}
        payment={undoing}
        onClose={() => setUndoing(undefined)}
      />
      <UndoWriteOffDialog invoice={invoice} opened={owing} onClose={() => setOwing(false)} />
      <ApplyPaymentDialog
        customerId={invoice.customerId}
        invoice={invoice}
        payment={applying}
        onClose={() => setApplying(undefined)}
      />
      <RefundDialog
        invoice={invoice}
        wish={wish}
        onClose={() => setWish(undefined)}
        onCredit={onCredit}
      />
    </section>
  );
}

const EXCESS = 'text-13 leading-[1.45] text-ink-2';

/** What has come beyond what was asked for, and what can be done with it. */
function Overpaid({ invoice, commands }: { invoice: InvoiceDetail; commands: PaymentCommands }) {
  const isCredited = isPositive(money(invoice.amountCredited, invoice.currency));
  const why = isCredited
    ? 'More was received than is still due.'
    : 'More was received than was requested.';
  return (
    <div className="mb-3.5 flex gap-2.5 rounded bg-caution-soft px-3 py-2.5">
      <Icon as={IconAlertTriangle} className="mt-0.5 text-caution" />
      <div className="grid justify-items-start gap-2">
        <p className={EXCESS}>
          <b className="block text-14 text-ink tabular-nums">
            Overpaid by {formatMoney(money(invoice.overpaid, invoice.currency))}
          </b>
          {why}
        </p>
        {listOverpayments(invoice).map((excess) => (
          <Excess key={excess.payment.id} excess={excess} commands={commands} />
        ))}
      </div>
    </div>
  );
}

/** A payment that carries a part of it: what came by hand cannot go back from here. */
function Excess({
  excess: { payment, credit, refundable },
  commands,
}: {
  excess: Overpayment;
  commands: PaymentCommands;
}) {
  const title = paymentTitle(payment);
  const of = `${title}, ${formatMoney(payment)}`;
  const day = formatDate(payment.paymentDate);
  return (
    <>
      <p className={EXCESS}>
        {`${formatMoney(credit)} of the payment of ${formatMoney(payment)} (${title}, ${day}) ${
          refundable ? 'can be refunded.' : 'stays as the customer’s credit.'
        }`}
      </p>
      {refundable ? (
        <Button
          size="sm"
          writes
          aria-label={`Refund ${formatMoney(refundable)}… of ${of}`}
          onClick={() => commands.refund(payment, refundable)}
        >
          Refund {formatMoney(refundable)}…
        </Button>
      ) : (
        <Button
          size="sm"
          writes
          aria-label={`Apply to an invoice: the excess of ${of}`}
          onClick={() => commands.apply(payment)}
        >
          Apply to an invoice
        </Button>
      )}
    </>
  );
}

/** What a credit note settles of it. */
function Credited({ credit }: { credit: InvoiceDetail['credits'][number] }) {
  const { id, creditNoteNumber, issueDate, isCorrection } = credit;
  return (
    <MoneyLine
      what={
        <>
          Credit note <Link to={`/credit-notes/${id}`}>{creditNoteNumber}</Link>
        </>
      }
      amount={formatMoney(credit)}
      when={formatDate(issueDate)}
    >
      {!isCorrection && <MoneyNote>Applied from the customer’s credit</MoneyNote>}
    </MoneyLine>
  );
}

/** What was given up, and why. */
function WrittenOff({
  invoice,
  amount,
  onUndo,
}: {
  invoice: InvoiceDetail;
  amount: Money;
  onUndo: () => void;
}) {
  return (
    <MoneyLine what="Written off" amount={formatMoney(amount)}>
      {writeOffReasons(invoice).map((reason) => (
        <MoneyNote key={reason} typed>
          {reason}
        </MoneyNote>
      ))}
      {invoice.status !== 'paid' && (
        <MoneyNote>If money arrives after all, it replaces the write-off.</MoneyNote>
      )}
      <MoneyWays wide>
        <Way about={`Undo write-off: ${formatMoney(amount)}`} onClick={onUndo}>
          Undo write-off
        </Way>
      </MoneyWays>
    </MoneyLine>
  );
}

/** Counts a payment that is in review as it is. Tells its outcome in a toast. */
function useAcceptPayment(invoiceId: number) {
  const client = useQueryClient();
  const { run, busy } = useOneAtATime();

  const accept = ({ id }: Pick<Payment, 'id'>) =>
    run(async () => {
      try {
        const after = await api.payments.acceptPayment({ id: invoiceId, paymentId: id });
        refreshAfterChange(client, after);
        notify.success('Success', 'Payment accepted');
      } catch (error) {
        notify.error('Error', errorMessage(error, 'The payment could not be accepted. Try again.'));
        // It may have been decided elsewhere.
        refreshInvoice(client, invoiceId);
      }
    });
  return { accept, busy };
}
