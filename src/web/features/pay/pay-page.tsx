import { useEffect, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import './pay-tokens.css';
import { InvoiceFace } from './invoice-face.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import type { PublicAnswer } from './load-public-document.ts';
import { NotFoundSlip } from './not-found-slip.tsx';
import { PayBar } from './pay-bar.tsx';
import styles from './pay-page.module.css';
import { isPayable } from './payment-card.tsx';
import { TestModeBanner } from './test-mode-banner.tsx';
import { useBrand } from './use-brand.ts';
import { useCheckout } from './use-checkout.ts';
import { usePayChoice } from './use-pay-choice.ts';
import type { PublicDocumentState } from './use-public-document.ts';
import { usePublicDocument } from './use-public-document.ts';
import { Waiting } from './waiting.tsx';

interface PayPageProps {
  publicId: string;
  /** The first request, already under way when the page is drawn. */
  first: Promise<PublicAnswer<PublicInvoice>>;
}

/** `/pay-invoice/{id}`: what a customer sees who follows an invoice's link. */
export function PayPage({ publicId, first }: PayPageProps) {
  const state = usePublicDocument('invoice', publicId, first);
  const { answer, retry } = state;
  if (!answer) return <Waiting label="Loading invoice..." />;
  if (answer.state !== 'found') {
    return (
      <NotFoundSlip
        kind="invoice"
        closed={answer.state === 'closed'}
        onRetry={answer.state === 'failed' ? retry : undefined}
      />
    );
  }
  return <Found publicId={publicId} data={answer.data} state={state} />;
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
  const colors = useBrand(businessProfile.brand);
  useEffect(() => {
    document.title = `${invoice.title} ${invoice.invoiceNumber} from ${businessProfile.businessName}`;
  }, [invoice.title, invoice.invoiceNumber, businessProfile.businessName]);

  const payable = isPayable(data);
  const settled = invoice.status === 'paid';
  const paid = settled && invoice.settledBy === 'payment';
  const confirming = !settled && invoice.paymentProcessing;
  const [before] = useState({ paid, confirming, amountDue: invoice.amountDue });
  // It stays when the invoice is paid: nothing jumps.
  const takesPayments =
    choice.options.length > 0 || paymentConfig.hasStripe || paymentConfig.hasPayPal;
  const tested = paymentConfig.testMode && takesPayments && (payable || paid || confirming);
  return (
    <div className={tested ? styles.tested : undefined} style={colors}>
      {tested && <TestModeBanner withCard={payable && paymentConfig.hasStripe} />}
      <div className={payable ? `${styles.split} ${styles.payable}` : styles.split}>
        <InvoiceFace publicId={publicId} data={data} checkout={checkout} choice={choice} />
        <InvoiceSheet publicId={publicId} data={data} />
      </div>
      {payable && <PayBar data={data} checkout={checkout} choice={choice} />}
      <output className={styles.told}>
        {paid && !before.paid && 'Paid in full. Thank you.'}
        {payable &&
          invoice.amountDue !== before.amountDue &&
          `Your payment has arrived. ${formatMoney(money(invoice.amountDue, invoice.currency))} is still due.`}
        {confirming && !before.confirming && 'Your payment is being confirmed.'}
      </output>
    </div>
  );
}
