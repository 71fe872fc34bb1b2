import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { countsAsReceived } from '../../../../shared/payments/balance.ts';
import classes from '../../../documents/payments/money-line.module.css';
import { Way } from '../../../documents/payments/way.tsx';
import { formatInstant } from '../../../lib/format-instant.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { ServerLink } from '../../../ui/server-link.tsx';
import { usePayment } from '../payments/use-payments.ts';
import {
  findCredit,
  formatShare,
  paymentNotes,
  paymentTitle,
  refundableAmount,
} from './payment-labels.ts';

export interface PaymentCommands {
  accept: (payment: Payment) => void;
  /** All that can be given back of it, unless told. */
  refund: (payment: Payment, amount?: Money) => void;
  undo: (payment: Payment) => void;
  apply: (payment: Payment) => void;
  sendReceipt: (payment: Payment) => void;
}

interface Props {
  invoice: InvoiceDetail;
  payment: Payment;
  timeZone: string | undefined;
  accepting: boolean;
  commands: PaymentCommands;
}

/** A payment: how and when it came, what it settles here, and what can be done with it. */
export function PaymentLine({ invoice, payment, timeZone, accepting, commands }: Props) {
  const counts = countsAsReceived(payment);
  const title = paymentTitle(payment);
  const amount = formatMoney(payment);
  const receipt = webAddress(payment.receiptUrl);
  const inReview = payment.status === 'review';
  const isByHand = payment.provider === null;
  const mayRefund = isPositive(refundableAmount(payment));
  const { share, isDivided } = formatShare(invoice.id, payment);
  const credit = findCredit(payment);
  return (
    <li className={classes.payment}>
      <span dir="auto">{title}</span>
      {counts ? <b>{amount}</b> : <s>{amount}</s>}
      <small>
        {payment.provider
          ? formatInstant(payment.createdAt, timeZone)
          : formatDate(payment.paymentDate)}
      </small>
      <span className={classes.ways}>
        {receipt && <ServerLink href={receipt}>Receipt</ServerLink>}
        {counts && !receipt && (
          <ServerLink href={`/api/payments/${payment.id}/receipt.pdf`}>Receipt</ServerLink>
        )}
        {mayRefund && !inReview && (
          <Way about={`Refund ${title}, ${amount}`} onClick={() => commands.refund(payment)}>
            Refund
          </Way>
        )}
      </span>
      {payment.reference && (
        <small className={classes.note}>
          Reference <bdi>{payment.reference}</bdi>
        </small>
      )}
      {/* Of an online payment the notes say why it waits: `paymentNotes` has them. */}
      {isByHand && payment.notes && (
        <small className={cx(classes.note, classes.lines)} dir="auto">
          {payment.notes}
        </small>
      )}
      {share && <small className={classes.note}>{share}</small>}
      {isDivided && <OtherParts invoiceId={invoice.id} paymentId={payment.id} />}
      {credit && <small className={classes.note}>{formatMoney(credit)} is credit</small>}
      {paymentNotes(payment).map(({ words, tone }) => (
        <small key={words} className={cx(classes.note, tone === 'bad' && classes.bad)}>
          {words}
        </small>
      ))}
      {counts && (isByHand || credit) && (
        <span className={cx(classes.ways, classes.more)}>
          {credit && (
            <Way
              about={`Apply to an invoice: ${formatMoney(credit)} of ${title}, ${amount}`}
              onClick={() => commands.apply(payment)}
            >
              Apply to an invoice
            </Way>
          )}
          {isByHand &&
            invoice.customer.email &&
            isPositive(money(payment.allocatedAmount, payment.currency)) && (
              <Way
                about={`Send receipt: ${title}, ${amount}`}
                onClick={() => commands.sendReceipt(payment)}
              >
                Send receipt
              </Way>
            )}
          {isByHand && (
            <Way about={`Undo payment: ${title}, ${amount}`} onClick={() => commands.undo(payment)}>
              Undo payment
            </Way>
          )}
        </span>
      )}
      {inReview && (
        <div className={classes.decide}>
          {mayRefund && (
            <Button
              size="sm"
              writes
              aria-label={`Refund ${title}, ${amount}`}
              onClick={() => commands.refund(payment)}
            >
              Refund
            </Button>
          )}
          <Button
            size="sm"
            writes
            busy={accepting}
            aria-label={`Count it: ${title}, ${amount}`}
            onClick={() => commands.accept(payment)}
          >
            Count it
          </Button>
        </div>
      )}
    </li>
  );
}

/** Which other invoices a payment settles. */
function OtherParts({ invoiceId, paymentId }: { invoiceId: number; paymentId: number }) {
  const { data } = usePayment(paymentId);
  const others = (data?.allocations ?? []).filter((one) => one.invoiceId !== invoiceId);
  return others.map((one) => (
    <small key={one.invoiceId} className={classes.note}>
      {formatMoney(money(one.amount, data?.currency ?? ''))} settles{' '}
      <Link to={`/invoices/${one.invoiceId}`}>{one.invoiceNumber}</Link>
    </small>
  ));
}

/** A provider's page, or nothing: what is stored is not believed to be an address. */
function webAddress(address: string | null): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}
