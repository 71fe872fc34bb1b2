import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { addMoney, formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import lines from '../../../documents/payments/money-line.module.css';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ApplyPaymentDialog } from '../payments/apply-payment-dialog.tsx';
import { UndoPaymentDialog } from '../payments/undo-payment-dialog.tsx';
import { usePayments } from '../payments/use-payments.ts';
import classes from './invoice-payments.module.css';
import {
  formatProcessing,
  formatRefundEffect,
  overpaymentRefund,
  refundableAmount,
  shownPayments,
  writeOffReasons,
} from './payment-labels.ts';
import type { PaymentCommands } from './payment-line.tsx';
import { PaymentLine } from './payment-line.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useAcceptPayment } from './use-accept-payment.ts';
import type { Refund } from './use-refund.ts';
import { useRefund } from './use-refund.ts';

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
  const payments = shownPayments(invoice);
  const writtenOff = money(invoice.amountWrittenOff, invoice.currency);
  const settledOtherwise = addMoney(writtenOff, money(invoice.amountCredited, invoice.currency));
  const accept = useAcceptPayment(invoice.id);
  const { sendReceipt } = usePayments(invoice);
  const commands: PaymentCommands = {
    accept: (payment) => void accept.accept(payment),
    refund: (payment) => setWish({ payment, amount: refundableAmount(payment) }),
    undo: setUndoing,
    apply: setApplying,
    sendReceipt: ({ id }) => void sendReceipt(id, invoice.customer.email ?? ''),
  };
  const processing = formatProcessing(invoice);
  return (
    <section className={classes.section} aria-labelledby="payments-title">
      <h2 id="payments-title">Payments</h2>
      {isPositive(money(invoice.overpaid, invoice.currency)) && <Overpaid invoice={invoice} />}
      {processing && (
        <p className={classes.processing}>
          <Icon as={IconClock} />
          {processing}
        </p>
      )}
      {payments.length === 0 && !processing && !isPositive(settledOtherwise) && (
        <p className={classes.none}>Nothing received yet.</p>
      )}
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
        {isPositive(writtenOff) && <WrittenOff invoice={invoice} amount={writtenOff} />}
      </ul>
      <UndoPaymentDialog
        invoice={invoice}
        payment={undoing}
        onClose={() => setUndoing(undefined)}
      />
      <ApplyPaymentDialog
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

/** What came twice goes back in one press. */
function Overpaid({ invoice }: { invoice: InvoiceDetail }) {
  const surplus = overpaymentRefund(invoice);
  const isCredited = isPositive(money(invoice.amountCredited, invoice.currency));
  const why = isCredited
    ? 'More has come than is left to be paid.'
    : 'More has come than was asked for.';
  const { refund, busy } = useRefund(invoice.id);
  const [failed, setFailed] = useState<string>();
  return (
    <div className={classes.overpaid}>
      <Icon as={IconAlertTriangle} />
      <p>
        <b>Overpaid by {formatMoney(money(invoice.overpaid, invoice.currency))}</b>
        {surplus
          ? `${why} ${formatRefundEffect(invoice, surplus.payment, surplus.amount)}`
          : `${why} Apply it to another invoice, or give it back the way it came.`}
      </p>
      {surplus && (
        <Button
          size="sm"
          writes
          busy={busy}
          onClick={() => void refund(surplus).then((words) => setFailed(words))}
        >
          Refund {formatMoney(surplus.amount)}
        </Button>
      )}
      {failed && <p role="alert">{failed}</p>}
    </div>
  );
}

/** What a credit note settles of it. */
function Credited({ credit }: { credit: InvoiceDetail['credits'][number] }) {
  const { id, creditNoteNumber, issueDate, isCorrection } = credit;
  return (
    <li className={lines.payment}>
      <span>
        Credit note <Link to={`/credit-notes/${id}`}>{creditNoteNumber}</Link>
      </span>
      <b>{formatMoney(credit)}</b>
      <small>{formatDate(issueDate)}</small>
      {!isCorrection && <small className={lines.note}>Applied from the customer’s credit</small>}
    </li>
  );
}

/** What was given up, why, and how that is taken back. */
function WrittenOff({ invoice, amount }: { invoice: InvoiceDetail; amount: Money }) {
  return (
    <li className={lines.payment}>
      <span>Written off</span>
      <b>{formatMoney(amount)}</b>
      {writeOffReasons(invoice).map((reason) => (
        <small key={reason} className={lines.note} dir="auto">
          {reason}
        </small>
      ))}
      <small className={lines.note}>
        {invoice.status === 'paid'
          ? 'To undo it, edit the invoice and set its status back.'
          : 'Money that comes after all takes its place.'}
      </small>
    </li>
  );
}
