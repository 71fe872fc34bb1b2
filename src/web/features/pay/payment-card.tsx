import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { compareMoney, formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import buttons from './button.module.css';
import { ClockIcon, LockIcon, MailIcon, PaidIcon, PhoneIcon } from './icons.tsx';
import { publicPdfUrl } from './load-public-document.ts';
import { PayAmounts } from './pay-amounts.tsx';
import { payOptions } from './pay-choice.ts';
import styles from './payment-card.module.css';
import { amountAsked, amountReceived, mailAddress, telAddress } from './public-invoice-labels.ts';
import type { Checkout } from './use-checkout.ts';
import type { PayChoice } from './use-pay-choice.ts';

interface PaymentCardProps {
  publicId: string;
  data: PublicInvoice;
  checkout: Checkout;
  choice: PayChoice;
}

/** Where the pay button is: the phone's bar comes once it has scrolled away. */
export const PAY_BUTTON_ID = 'pay-now';

/** Whether the page can take money now. */
export function isPayable({ invoice, paymentConfig }: PublicInvoice): boolean {
  const open = invoice.status === 'sent' || invoice.status === 'overdue';
  const due = isPositive(amountAsked(invoice)) && !invoice.paymentProcessing;
  return open && due && payOptions({ invoice, paymentConfig }).length > 0;
}

/** The one card that says what can be done about the money. */
export function PaymentCard({ publicId, data, checkout, choice }: PaymentCardProps) {
  const { settledBy } = data.invoice;
  if (settledBy !== null && settledBy !== 'payment') return <NothingDue />;
  if (data.invoice.status === 'paid') return <PaidInFull publicId={publicId} data={data} />;
  if (data.invoice.paymentProcessing) return <BeingConfirmed data={data} />;
  if (isPayable(data)) return <PayOnline data={data} checkout={checkout} choice={choice} />;
  if (data.invoice.status === 'draft') return <OnlyADraft />;
  return isPositive(amountAsked(data.invoice)) ? <NotAvailable data={data} /> : <NothingDue />;
}

const NOTES: Record<ProviderName, string> = {
  stripe:
    'You will be redirected to Stripe’s secure checkout. Your card details never reach this page.',
  paypal: 'You will be redirected to PayPal. Your PayPal details never reach this page.',
};

const BOTH =
  'You will be redirected to Stripe’s or PayPal’s secure checkout. Your details never reach this page.';

function PayOnline({ data, checkout, choice }: Omit<PaymentCardProps, 'publicId'>) {
  const { invoice } = data;
  const [first = 'stripe', second] = choice.methods;
  const received = amountReceived(invoice);
  const asked = amountAsked(invoice);
  // A credit note or a write-off lowers it as well.
  const isWhole = compareMoney(asked, money(invoice.total, invoice.currency)) === 0;
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card">{first === 'stripe' ? 'Pay with Credit Card' : 'Pay with PayPal'}</h2>
      <dl className={styles.total}>
        <div>
          <dt>{isWhole ? 'Total' : 'Amount due'}</dt>
          <dd>{formatMoney(asked)}</dd>
        </div>
      </dl>
      {received && (
        <p className={styles.received}>
          {formatMoney(received)} of {formatMoney(money(invoice.total, invoice.currency))} has been
          paid already.
        </p>
      )}
      {invoice.refunded && (
        <p className={styles.received}>
          An earlier payment of {formatMoney(money(invoice.refunded, invoice.currency))} was
          refunded.
        </p>
      )}
      <PayAmounts data={data} choice={choice} />
      <PayButton
        id={PAY_BUTTON_ID}
        method={first}
        checkout={checkout}
        choice={choice}
        className={buttons.brand}
      >
        {choice.options.length > 1 && choice.amount && choice.fault === undefined
          ? `Pay ${formatMoney(choice.amount)}`
          : 'Pay Now'}
      </PayButton>
      {second && (
        <PayButton method={second} checkout={checkout} choice={choice} className={buttons.second}>
          Pay with PayPal
        </PayButton>
      )}
      <div role="alert">
        {checkout.failure && <p className={styles.failure}>{checkout.failure}</p>}
      </div>
      {checkout.opened ? (
        <div className={styles.opened}>
          <p>The checkout is open in another tab. This page shows your payment once it is made.</p>
          <button
            type="button"
            className={`${buttons.button} ${buttons.second}`}
            aria-disabled={checkout.busy !== undefined}
            onClick={checkout.confirm}
          >
            {checkout.busy === 'confirming' ? <Busy>Checking…</Busy> : 'I have paid'}
          </button>
        </div>
      ) : (
        <p className={styles.note}>
          <LockIcon />
          <span>{second ? BOTH : NOTES[first]}</span>
        </p>
      )}
    </section>
  );
}

interface PayButtonProps {
  id?: string;
  method: ProviderName;
  checkout: Checkout;
  choice: PayChoice;
  className: string | undefined;
  children: ReactNode;
}

/** Keeps the focus while it works, and ignores presses meanwhile. */
export function PayButton({ id, method, checkout, choice, className, children }: PayButtonProps) {
  const working = checkout.busy === method;
  return (
    <button
      id={id}
      type="button"
      className={`${buttons.button} ${className}`}
      aria-disabled={checkout.busy !== undefined}
      aria-busy={working}
      onClick={() => {
        if (choice.fault === undefined) checkout.pay(method);
        else choice.sendChoice();
      }}
    >
      {working ? <Busy>Opening the checkout…</Busy> : children}
    </button>
  );
}

function Busy({ children }: { children: ReactNode }) {
  return (
    <>
      <span className={buttons.ring} aria-hidden="true" />
      {children}
    </>
  );
}

const WAYS: Record<PaymentMethod, string> = {
  cash: ', in cash',
  check: ', by check',
  card: ', by card',
  bank_transfer: ', by bank transfer',
  other: '',
};

function PaidInFull({ publicId, data }: Pick<PaymentCardProps, 'publicId' | 'data'>) {
  const { paid, refunded, currency } = data.invoice;
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card" className={styles.done}>
        <PaidIcon />
        {refunded ? 'Paid' : 'Paid in full'}
      </h2>
      <p>
        {paid && `Received ${formatDate(paid.date)}${paid.method ? WAYS[paid.method] : ''}. `}
        {refunded && `${formatMoney(money(refunded, currency))} of it was refunded. `}
        Keep the PDF for your records.
      </p>
      <a
        className={`${buttons.button} ${buttons.brand}`}
        href={publicPdfUrl('invoice', publicId)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Download PDF Invoice
      </a>
    </section>
  );
}

/** Something has been submitted: paying again would be paying twice. */
function BeingConfirmed({ data }: Pick<PaymentCardProps, 'data'>) {
  const { businessName, email } = data.businessProfile;
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card" className={styles.waiting}>
        <ClockIcon size={20} />
        Payment being confirmed
      </h2>
      <p>
        Your payment is on its way. A bank payment can take some days. There is no need to pay
        again: <bdi>{businessName}</bdi> is told as soon as it arrives.
      </p>
      {email && (
        <a
          className={`${buttons.button} ${buttons.outlined}`}
          href={mailAddress(email, `Invoice ${data.invoice.invoiceNumber}`)}
        >
          <MailIcon />
          Ask about it
        </a>
      )}
    </section>
  );
}

/** Only the owner sees this one. */
function OnlyADraft() {
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card">This invoice is a draft</h2>
      <p>Only you can see this page. Your customer can, and can pay here, once it is sent.</p>
    </section>
  );
}

function NothingDue() {
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card">Nothing to Pay</h2>
      <p>Nothing is due on this invoice. Keep the PDF for your records.</p>
    </section>
  );
}

function NotAvailable({ data }: { data: PublicInvoice }) {
  const { businessName } = data.businessProfile;
  const { refusal } = data.paymentConfig;
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card">Payment Not Available</h2>
      <p>
        {refusal ?? (
          <>
            <bdi>{businessName}</bdi> does not take online payments yet.
          </>
        )}{' '}
        Contact the business directly to pay this invoice.
      </p>
      <ContactLinks
        business={data.businessProfile}
        about={`Invoice ${data.invoice.invoiceNumber}`}
      />
      {!refusal && (
        <p className={styles.owner}>
          Is this your business? Complete payment setup in your{' '}
          <a href="/business-profile">business profile</a>.
        </p>
      )}
    </section>
  );
}

interface ContactProps {
  business: { email: string | null; phone: string | null };
  /** The subject of the message. */
  about: string;
}

/** The ways to the business, where it tells any. */
export function ContactLinks({ business: { email, phone }, about }: ContactProps) {
  if (!email && !phone) return null;
  return (
    <div className={styles.contact}>
      {email && (
        <a className={`${buttons.button} ${buttons.outlined}`} href={mailAddress(email, about)}>
          <MailIcon />
          Email
        </a>
      )}
      {phone && (
        <a className={`${buttons.button} ${buttons.outlined}`} href={telAddress(phone)}>
          <PhoneIcon />
          Call
        </a>
      )}
    </div>
  );
}
