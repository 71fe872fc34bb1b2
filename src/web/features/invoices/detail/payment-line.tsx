import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { countsAsReceived } from '../../../../shared/payments/balance.ts';
import {
  FileWay,
  MoneyLine,
  MoneyNote,
  MoneyWays,
  Way,
} from '../../../documents/payments/money-line.tsx';
import { formatInstant } from '../../../lib/format-instant.ts';
import { Button } from '../../../ui/button.tsx';
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
    <MoneyLine
      what={title}
      amount={amount}
      struck={!counts}
      when={
        payment.provider
          ? formatInstant(payment.createdAt, timeZone)
          : formatDate(payment.paymentDate)
      }
      aside={
        <MoneyWays>
          {(receipt !== undefined || counts) && (
            <FileWay href={receipt ?? `/api/payments/${payment.id}/receipt.pdf`}>Receipt</FileWay>
          )}
          {mayRefund && !inReview && (
            <Way about={`Refund ${title}, ${amount}`} onClick={() => commands.refund(payment)}>
              Refund
            </Way>
          )}
        </MoneyWays>
      }
    >
      {payment.reference && (
        <MoneyNote>
          Reference <bdi>{payment.reference}</bdi>
        </MoneyNote>
      )}
      {/* Of an online payment the notes say why it waits: `paymentNotes` has them. */}
      {isByHand && payment.notes && <MoneyNote typed>{payment.notes}</MoneyNote>}
      {share && <MoneyNote>{share}</MoneyNote>}
      {isDivided && <OtherParts invoiceId={invoice.id} paymentId={payment.id} />}
      {credit && <MoneyNote>{formatMoney(credit)} is credit</MoneyNote>}
      {paymentNotes(payment, invoice).map(({ words, tone }) => (
        <MoneyNote key={words} bad={tone === 'bad'}>
          {words}
        </MoneyNote>
      ))}
      {counts && (isByHand || credit) && (
        <MoneyWays wide>
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
        </MoneyWays>
      )}
      {inReview && (
        <div className="col-span-full mt-2 mb-1 flex justify-end gap-2">
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
            aria-label={`Accept payment: ${title}, ${amount}`}
            onClick={() => commands.accept(payment)}
          >
            Accept payment
          </Button>
        </div>
      )}
    </MoneyLine>
  );
}

/** Which other invoices a payment settles. */
function OtherParts({ invoiceId, paymentId }: { invoiceId: number; paymentId: number }) {
  const { data } = usePayment(paymentId);
  const others = (data?.allocations ?? []).filter((one) => one.invoiceId !== invoiceId);
  return others.map((one) => (
    <MoneyNote key={one.invoiceId}>
      {formatMoney(money(one.amount, data?.currency ?? ''))} settles{' '}
      <Link to={`/invoices/${one.invoiceId}`} className="underline underline-offset-3">
        {one.invoiceNumber}
      </Link>
    </MoneyNote>
  ));
}

/** A provider's page, or nothing: what is stored is not believed to be an address. */
function webAddress(address: string | null): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}
