import type { ComponentProps } from 'react';
import { useEffect, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney, isSameAmount, money, noMoney } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { FlaskIcon } from '../../ui/public/icons.tsx';
import { BusinessFace } from './business-face.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { PayBar } from './pay-bar.tsx';
import {
  INSTEAD_ID,
  isPayable,
  leadsWithCharge,
  PAY_BUTTON_ID,
  PaymentCard,
} from './payment-card.tsx';
import { amountAsked, formatPublicDueDate } from './public-invoice-labels.ts';
import type { PageProps } from './public-page.tsx';
import { PublicFrame, PublicPage, Split } from './public-page.tsx';
import { useCheckout } from './use-checkout.ts';
import { usePayChoice } from './use-pay-choice.ts';
import type { PublicDocumentState } from './use-public-document.ts';

/** `/pay-invoice/{id}`: what a customer sees who follows an invoice's link. */
export function PayPage({ publicId, first }: PageProps<'invoice'>) {
  return (
    <PublicPage kind="invoice" publicId={publicId} first={first}>
      {(data, state) => <Found publicId={publicId} data={data} state={state} />}
    </PublicPage>
  );
}

interface FoundProps {
  publicId: string;
  data: PublicInvoice;
  state: PublicDocumentState<PublicInvoice>;
}

function Found({ publicId, data, state }: FoundProps) {
  const { invoice, businessProfile, paymentConfig } = data;
  const { readAt, refresh } = state;
  const choice = usePayChoice(data);
  const checkout = useCheckout({ publicId, data, readAt, amount: choice.asked, refresh });
  const [paysInstead, setPaysInstead] = useState<boolean>();
  const payable = isPayable(data);
  // The press that chose it, or took it back, is gone from the page.
  useEffect(() => {
    if (paysInstead !== undefined) {
      document.getElementById(paysInstead ? PAY_BUTTON_ID : INSTEAD_ID)?.focus();
    }
  }, [paysInstead]);
  const asks = payable && (!leadsWithCharge(invoice) || paysInstead === true);
  const { paid, confirming } = readStanding(invoice);
  const [before] = useState({ paid, confirming, amountDue: invoice.amountDue });
  // It stays when the invoice is paid: nothing jumps.
  const takesPayments =
    choice.options.length > 0 || paymentConfig.hasStripe || paymentConfig.hasPayPal;
  const tested = paymentConfig.testMode && takesPayments && (payable || paid || confirming);
  return (
    <PublicFrame
      brand={businessProfile.brand}
      title={`${invoice.title} ${invoice.invoiceNumber} from ${businessProfile.businessName}`}
      className={cx(tested && 'min-[861px]:[--banner:44px]')}
    >
      {tested && <TestModeBanner withCard={asks && paymentConfig.hasStripe} />}
      <Split className={asks && 'phone:pb-[calc(69px+env(safe-area-inset-bottom))]'}>
        <InvoiceFace
          publicId={publicId}
          data={data}
          checkout={checkout}
          choice={choice}
          instead={{ chosen: paysInstead === true, choose: setPaysInstead }}
          refresh={refresh}
        />
        <InvoiceSheet publicId={publicId} data={data} />
      </Split>
      {asks && <PayBar data={data} checkout={checkout} choice={choice} />}
      <output className="sr-only">
        {paid && !before.paid && 'Paid in full. Thank you.'}
        {payable &&
          !isSameAmount(invoice.amountDue, before.amountDue, invoice.currency) &&
          `Your payment has arrived. ${formatMoney(money(invoice.amountDue, invoice.currency))} is still due.`}
        {confirming && !before.confirming && 'Your payment is being confirmed.'}
      </output>
    </PublicFrame>
  );
}

/** Whether nothing is left to pay, and whether that is so because it was paid. */
function readStanding(invoice: PublicInvoice['invoice']) {
  const settled = invoice.status === 'paid';
  return {
    settled,
    paid: settled && invoice.settledBy === 'payment',
    confirming: !settled && invoice.paymentProcessing,
  };
}

type InvoiceFaceProps = ComponentProps<typeof PaymentCard>;

/** The panel of an invoice: how much is asked for, until when, and how to pay. */
function InvoiceFace(props: InvoiceFaceProps) {
  const { data } = props;
  const { invoice, businessProfile } = data;
  const { settled, paid, confirming } = readStanding(invoice);
  const part = data.paymentConfig.installment;
  const { due, ago } = formatPublicDueDate(
    invoice,
    part ? money(part.amount, invoice.currency) : undefined,
  );
  return (
    <BusinessFace
      name="Amount and payment"
      business={businessProfile}
      label={paid ? 'Paid' : confirming ? 'Being confirmed' : 'Amount due'}
      amount={settled && !paid ? noMoney(invoice.currency) : amountAsked(invoice)}
      below={
        paid
          ? 'Thank you. Nothing more to do.'
          : confirming
            ? 'There is no need to pay again.'
            : settled
              ? 'Nothing more is due.'
              : due
      }
      ago={settled || confirming ? undefined : ago}
      title={invoice.title}
      number={invoice.invoiceNumber}
    >
      <PaymentCard {...props} />
    </BusinessFace>
  );
}

/** Stands above everything where payments are a rehearsal. */
function TestModeBanner({ withCard }: { withCard: boolean }) {
  return (
    <div
      className="flex min-h-11 items-center justify-center gap-2.5 border-b border-[color-mix(in_srgb,var(--caution)_24%,transparent)] bg-caution-soft px-5 py-2.5 text-[14px] leading-[1.4] text-caution phone:items-start phone:justify-start phone:text-[13.5px] printed:hidden"
      role="status"
    >
      <FlaskIcon />
      <span>
        <b className="font-[640]">Test mode.</b> No real money moves.
        {withCard && (
          <>
            {' '}
            Pay with card{' '}
            <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span>.
          </>
        )}
      </span>
    </div>
  );
}
