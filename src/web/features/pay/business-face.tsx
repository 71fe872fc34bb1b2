import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import styles from './business-face.module.css';
import { BusinessMark } from './business-mark.tsx';
import { PaymentCard } from './payment-card.tsx';
import { amountAsked, dueWords, isLongAmount } from './public-invoice-words.ts';
import { Questions } from './questions.tsx';
import type { Checkout } from './use-checkout.ts';

interface BusinessFaceProps {
  publicId: string;
  data: PublicInvoice;
  checkout: Checkout;
}

/** The panel in the business's color: who asks, for how much, until when, and how to pay. */
export function BusinessFace({ publicId, data, checkout }: BusinessFaceProps) {
  const { invoice, businessProfile } = data;
  const paid = invoice.status === 'paid';
  const confirming = !paid && invoice.paymentProcessing;
  const { due, ago } = dueWords(invoice);
  const amount = amountAsked(invoice);
  return (
    <aside className={styles.face} aria-label="Amount and payment">
      <div className={styles.inner}>
        <BusinessMark name={businessProfile.businessName} logoUrl={businessProfile.logoUrl} />
        <div className={styles.amount}>
          <p className={styles.label}>
            {paid ? 'Paid' : confirming ? 'Being confirmed' : 'Amount due'}
          </p>
          <p className={styles.value} data-long={isLongAmount(amount) || undefined}>
            {formatMoney(amount)}
          </p>
          <p className={styles.due}>
            {paid
              ? 'Thank you. Nothing more to do.'
              : confirming
                ? 'There is no need to pay again.'
                : due}
            {!paid && !confirming && ago && <span>{ago}</span>}
          </p>
        </div>
        <PaymentCard publicId={publicId} data={data} checkout={checkout} />
        <Questions data={data} place="face" />
      </div>
    </aside>
  );
}
