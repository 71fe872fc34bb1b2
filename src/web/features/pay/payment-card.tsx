import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { compareMoney, formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { describeCharge, describeDecline } from '../../../shared/payments/automatic-payment.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { cx } from '../../ui/cx.ts';
import type { ButtonKind } from '../../ui/public/button-class.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { mailAddress } from '../../ui/public/contact-addresses.ts';
import { ClockIcon, LockIcon, MailIcon, PaidIcon } from '../../ui/public/icons.tsx';
import type { Automatic } from './automatic-payment.tsx';
import { Agreement, AutomaticCard, useAutomaticPayment } from './automatic-payment.tsx';
import { ContactLinks, FaceCard } from './face-card.tsx';
import { publicPdfUrl } from './load-public-document.ts';
import { PayAmounts } from './pay-amounts.tsx';
import { payOptions } from './pay-choice.ts';
import { amountAsked, amountReceived } from './public-invoice-labels.ts';
import type { Checkout } from './use-checkout.ts';
import type { PayChoice } from './use-pay-choice.ts';

interface PaymentCardProps {
  publicId: string;
  data: PublicInvoice;
  checkout: Checkout;
  choice: PayChoice;
  /** Of what a saved card is charged for: whether it is paid here instead. */
  instead: { chosen: boolean; choose: (chosen: boolean) => void };
  /** Reads the invoice again: what is charged for it may have changed. */
  refresh: () => void;
}

/** Where paying here instead of by the saved card is chosen. */
export const INSTEAD_ID = 'pay-instead';

/** Where the pay button is: the phone's bar comes once it has scrolled away. */
export const PAY_BUTTON_ID = 'pay-now';

/** Whether the page can take money now. */
export function isPayable({ invoice, paymentConfig }: PublicInvoice): boolean {
  const open = invoice.status === 'sent' || invoice.status === 'overdue';
  const due = isPositive(amountAsked(invoice)) && !invoice.paymentProcessing;
  return open && due && payOptions({ invoice, paymentConfig }).length > 0;
}

/** Whether the charge to come stands in place of paying: not where the card was declined before. */
export const leadsWithCharge = ({
  charge,
  declinedCard,
}: Pick<PublicInvoice['invoice'], 'charge' | 'declinedCard'>): boolean =>
  charge !== null && declinedCard === null;

/** The card that says what can be done about the money, and what is done by itself. */
export function PaymentCard(props: PaymentCardProps) {
  const { publicId, data, refresh } = props;
  const { status, paymentProcessing } = data.invoice;
  const automatic = useAutomaticPayment(publicId, `${status} ${paymentProcessing}`);
  const set: typeof automatic.set = (known) => {
    automatic.set(known);
    refresh();
  };
  return (
    <>
      <MoneyCard {...props} automatic={automatic.known} />
      <AutomaticCard
        publicId={publicId}
        data={data}
        isDue={isPayable(data)}
        known={automatic.known}
        set={set}
      />
    </>
  );
}

interface MoneyCardProps extends Omit<PaymentCardProps, 'refresh'> {
  automatic: Automatic['known'];
}

function MoneyCard({ publicId, data, checkout, choice, instead, automatic }: MoneyCardProps) {
  const { settledBy } = data.invoice;
  if (settledBy === 'refund') return <Refunded data={data} />;
  if (settledBy === 'credit' || settledBy === 'write_off') return NOTHING_DUE;
  if (data.invoice.status === 'paid') return <PaidInFull publicId={publicId} data={data} />;
  if (data.invoice.paymentProcessing) return <BeingConfirmed data={data} />;
  const { charge } = data.invoice;
  const leads = leadsWithCharge(data.invoice);
  if (charge && (leads ? !instead.chosen : !isPayable(data))) {
    const onPay = isPayable(data) ? () => instead.choose(true) : undefined;
    return <Charged charge={charge} onPay={onPay} />;
  }
  if (isPayable(data)) {
    return (
      <PayOnline
        data={data}
        checkout={checkout}
        choice={choice}
        automatic={automatic}
        onKeep={leads ? () => instead.choose(false) : undefined}
      />
    );
  }
  if (data.invoice.status === 'draft') return ONLY_A_DRAFT;
  return isPositive(amountAsked(data.invoice)) ? <NotAvailable data={data} /> : NOTHING_DUE;
}

const NOTES: Record<ProviderName, string> = {
  stripe:
    'You will be redirected to Stripe’s secure checkout. Your card details never reach this page.',
  paypal: 'You will be redirected to PayPal. Your PayPal details never reach this page.',
};

const BOTH =
  'You will be redirected to Stripe’s or PayPal’s secure checkout. Your details never reach this page.';

const RECEIVED = '-mt-3 mb-4.5 text-[14px] text-pretty wrap-break-word text-muted';
const SMALL = 'text-[13.5px] leading-[1.45] text-pretty wrap-break-word text-muted';

/** Nothing is asked for: the money is taken from a saved card. */
function Charged({
  charge,
  onPay,
}: {
  charge: NonNullable<PublicInvoice['invoice']['charge']>;
  /** Pays it here before that, where it can be. */
  onPay: (() => void) | undefined;
}) {
  return (
    <FaceCard
      icon={
        <span className="text-muted">
          <ClockIcon size={20} />
        </span>
      }
      heading={describeCharge(charge)}
      words="You do not have to do anything."
    >
      {onPay && (
        <button
          id={INSTEAD_ID}
          type="button"
          className={buttonClass('second', 'mt-4.5')}
          onClick={onPay}
        >
          Pay now instead
        </button>
      )}
    </FaceCard>
  );
}

function PayOnline({
  data,
  checkout,
  choice,
  automatic,
  onKeep,
}: Omit<MoneyCardProps, 'publicId' | 'instead'> & {
  /** Leaves it to the saved card again. */
  onKeep: (() => void) | undefined;
}) {
  const { invoice } = data;
  const [first = 'stripe', second] = choice.methods;
  const received = amountReceived(invoice);
  const asked = amountAsked(invoice);
  // A credit note or a write-off lowers it as well.
  const isWhole = compareMoney(asked, money(invoice.total, invoice.currency)) === 0;
  return (
    <FaceCard heading={first === 'stripe' ? 'Pay with Credit Card' : 'Pay with PayPal'}>
      <AboutCharge invoice={invoice} onKeep={onKeep} />
      <dl className="flex items-baseline justify-between gap-4 pt-3.5 pb-4.5 tabular-nums">
        <dt className="text-muted">{isWhole ? 'Total' : 'Amount due'}</dt>
        <dd className="font-[620]">{formatMoney(asked)}</dd>
      </dl>
      {received && (
        <p className={RECEIVED}>
          {formatMoney(received)} of {formatMoney(money(invoice.total, invoice.currency))} has been
          paid already.
        </p>
      )}
      {invoice.refunded && (
        <p className={RECEIVED}>
          {`${formatMoney(money(invoice.refunded, invoice.currency))} of what was paid before was refunded.`}
          {invoice.adjusted &&
            ` ${formatMoney(money(invoice.adjusted, invoice.currency))} of that is not owed again.`}
        </p>
      )}
      <PayAmounts data={data} choice={choice} />
      {choice.methods.includes('stripe') && <Agreement known={automatic} checkout={checkout} />}
      <PayButton id={PAY_BUTTON_ID} method={first} checkout={checkout} choice={choice} kind="brand">
        {choice.options.length > 1 && choice.amount && choice.fault === undefined
          ? `Pay ${formatMoney(choice.amount)}`
          : 'Pay Now'}
      </PayButton>
      {second && (
        <PayButton
          method={second}
          checkout={checkout}
          choice={choice}
          kind="second"
          className="mt-2.5"
        >
          Pay with PayPal
        </PayButton>
      )}
      <div role="alert">
        {checkout.failure && (
          <p className="mt-3 text-[14px] leading-[1.45] text-pretty wrap-break-word text-overdue">
            {checkout.failure}
          </p>
        )}
      </div>
      {checkout.opened ? (
        <div className="mt-3.5">
          <p className={cx(SMALL, 'mt-1.5 mb-2.5')}>
            The checkout is open in another tab. This page shows your payment once it is made.
          </p>
          <button
            type="button"
            className={buttonClass('second')}
            aria-disabled={checkout.busy !== undefined}
            onClick={checkout.confirm}
          >
            {checkout.busy === 'confirming' ? <Busy>Checking…</Busy> : 'I have paid'}
          </button>
        </div>
      ) : (
        <p className={cx(SMALL, 'mt-3.5 flex gap-[9px] [&>svg]:mt-0.5')}>
          <LockIcon />
          <span>{second ? BOTH : NOTES[first]}</span>
        </p>
      )}
    </FaceCard>
  );
}

/** What becomes of the charge of the saved card: nobody is to fear that they pay twice. */
function AboutCharge({
  invoice: { charge, declinedCard },
  onKeep,
}: Pick<PublicInvoice, 'invoice'> & { onKeep: (() => void) | undefined }) {
  if (declinedCard !== null) {
    return (
      <p role="status" className="pt-2 text-[15px] text-pretty text-ink">
        {describeDecline(declinedCard, charge?.date)}
      </p>
    );
  }
  if (!charge) return null;
  return (
    <div className="pt-2 text-[14px] text-pretty text-muted">
      <p>
        What you pay here is not charged to {charge.card} on {formatDate(charge.date)}.
      </p>
      {onKeep && (
        <button
          type="button"
          className="min-h-11 cursor-pointer border-0 bg-transparent p-0 text-left text-ink underline decoration-line-2 underline-offset-3"
          onClick={onKeep}
        >
          Do not pay now, and leave it to the card
        </button>
      )}
    </div>
  );
}

interface PayButtonProps {
  id?: string;
  method: ProviderName;
  checkout: Checkout;
  choice: PayChoice;
  kind: ButtonKind;
  className?: string;
  children: ReactNode;
}

/** Keeps the focus while it works, and ignores presses meanwhile. */
export function PayButton({
  id,
  method,
  checkout,
  choice,
  kind,
  className,
  children,
}: PayButtonProps) {
  const working = checkout.busy === method;
  return (
    <button
      id={id}
      type="button"
      className={buttonClass(kind, className)}
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
      <span
        className="size-4 animate-[turn_0.8s_linear_infinite] rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
        aria-hidden="true"
      />
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
    <FaceCard
      icon={
        <span className="text-paid">
          <PaidIcon />
        </span>
      }
      heading={refunded ? 'Paid' : 'Paid in full'}
      words={
        <>
          {paid && `Received ${formatDate(paid.date)}${paid.method ? WAYS[paid.method] : ''}. `}
          {refunded &&
            `${formatMoney(money(refunded, currency))} was refunded and is not owed again. `}
          Keep the PDF for your records.
        </>
      }
    >
      <a
        className={buttonClass('brand', 'mt-4.5')}
        href={publicPdfUrl('invoice', publicId)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Download PDF Invoice
      </a>
    </FaceCard>
  );
}

function Refunded({ data }: Pick<PaymentCardProps, 'data'>) {
  const { refunded, currency } = data.invoice;
  return (
    <FaceCard
      heading="Refunded"
      words={
        <>
          {refunded && `${formatMoney(money(refunded, currency))} was refunded to you. `}
          Nothing is due on this invoice. Keep the PDF for your records.
        </>
      }
    />
  );
}

/** Something has been submitted: paying again would be paying twice. */
function BeingConfirmed({ data }: Pick<PaymentCardProps, 'data'>) {
  const { businessName, email } = data.businessProfile;
  return (
    <FaceCard
      icon={
        <span className="text-muted">
          <ClockIcon size={20} />
        </span>
      }
      heading="Payment being confirmed"
      words={
        <>
          Your payment is on its way. A bank payment can take a few days. There is no need to pay
          again: <bdi>{businessName}</bdi> is notified as soon as it arrives.
        </>
      }
    >
      {email && (
        <a
          className={buttonClass('outlined', 'mt-4.5')}
          href={mailAddress(email, `Invoice ${data.invoice.invoiceNumber}`)}
        >
          <MailIcon />
          Ask about it
        </a>
      )}
    </FaceCard>
  );
}

/** Only the owner sees this one. */
const ONLY_A_DRAFT = (
  <FaceCard
    heading="This invoice is a draft"
    words="Only you can see this page. Your customer can, and can pay here, once it is sent."
  />
);

const NOTHING_DUE = (
  <FaceCard
    heading="Nothing to Pay"
    words="Nothing is due on this invoice. Keep the PDF for your records."
  />
);

function NotAvailable({ data }: { data: PublicInvoice }) {
  const { businessName } = data.businessProfile;
  const { refusal } = data.paymentConfig;
  return (
    <FaceCard
      heading="Payment Not Available"
      words={
        <>
          {refusal ?? (
            <>
              <bdi>{businessName}</bdi> does not take online payments yet.
            </>
          )}{' '}
          Contact the business directly to pay this invoice.
        </>
      }
    >
      <ContactLinks
        business={data.businessProfile}
        about={`Invoice ${data.invoice.invoiceNumber}`}
      />
      {!refusal && (
        <p className="mt-3.5 text-[12.5px] leading-[1.5] text-pretty wrap-break-word text-muted">
          Is this your business? Complete payment setup in your{' '}
          <a className="text-inherit" href="/business-profile">
            business profile
          </a>
          .
        </p>
      )}
    </FaceCard>
  );
}
