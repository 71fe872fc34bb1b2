import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { countsAsReceived } from '../../../../shared/payments/balance.ts';
import { formatInstant } from '../../../lib/format-instant.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ServerLink } from '../../../ui/server-link.tsx';
import classes from './invoice-payments.module.css';
import {
  formatProcessing,
  formatRefundEffect,
  overpaymentRefund,
  paymentNotes,
  paymentTitle,
  refundableAmount,
} from './payment-labels.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useAcceptPayment } from './use-accept-payment.ts';
import type { Refund } from './use-refund.ts';
import { useRefund } from './use-refund.ts';

interface Props {
  invoice: InvoiceDetail;
  timeZone: string | undefined;
}

/** What came, how, and what became of it. */
export function InvoicePayments({ invoice, timeZone }: Props) {
  const [wish, setWish] = useState<Refund>();
  const { payments } = invoice;
  const accept = useAcceptPayment(invoice.id);
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
      {payments.length === 0 && !processing && (
        <p className={classes.none}>Nothing received yet.</p>
      )}
      <ul>
        {payments.map((payment) => (
          <PaymentLine
            key={payment.id}
            payment={payment}
            timeZone={timeZone}
            accepting={accept.busy}
            onAccept={() => void accept.accept(payment)}
            onRefund={() => setWish({ payment, amount: refundableAmount(payment) })}
          />
        ))}
      </ul>
      <RefundDialog invoice={invoice} wish={wish} onClose={() => setWish(undefined)} />
    </section>
  );
}

/** What came twice goes back in one press. */
function Overpaid({ invoice }: { invoice: InvoiceDetail }) {
  const surplus = overpaymentRefund(invoice);
  const { refund, busy } = useRefund(invoice.id);
  const [failed, setFailed] = useState<string>();
  return (
    <div className={classes.overpaid}>
      <Icon as={IconAlertTriangle} />
      <p>
        <b>Overpaid by {formatMoney(money(invoice.overpaid, invoice.currency))}</b>
        {surplus
          ? `More has come than was asked for. ${formatRefundEffect(invoice, surplus.payment, surplus.amount)}`
          : 'More has come than was asked for. Give it back the way it came.'}
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

interface LineProps {
  payment: Payment;
  timeZone: string | undefined;
  accepting: boolean;
  onAccept: () => void;
  onRefund: () => void;
}

function PaymentLine({ payment, timeZone, accepting, onAccept, onRefund }: LineProps) {
  const counts = countsAsReceived(payment);
  const title = paymentTitle(payment);
  const amount = formatMoney(payment);
  const receipt = webAddress(payment.receiptUrl);
  const inReview = payment.status === 'review';
  const mayRefund = isPositive(refundableAmount(payment));
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
        {mayRefund && !inReview && (
          <button type="button" aria-label={`Refund ${title}, ${amount}`} onClick={onRefund}>
            Refund
          </button>
        )}
      </span>
      {paymentNotes(payment).map(({ words, tone }) => (
        <small key={words} className={cx(classes.note, tone === 'bad' && classes.bad)}>
          {words}
        </small>
      ))}
      {inReview && (
        <div className={classes.decide}>
          {mayRefund && (
            <Button size="sm" writes aria-label={`Refund ${title}, ${amount}`} onClick={onRefund}>
              Refund
            </Button>
          )}
          <Button
            size="sm"
            writes
            busy={accepting}
            aria-label={`Count it: ${title}, ${amount}`}
            onClick={onAccept}
          >
            Count it
          </Button>
        </div>
      )}
    </li>
  );
}

/** A provider's page, or nothing: what is stored is not believed to be an address. */
function webAddress(address: string | null): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}
