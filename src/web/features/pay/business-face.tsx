import { useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import styles from './business-face.module.css';
import { PaymentCard } from './payment-card.tsx';
import { dueWords, initials, isLongAmount } from './public-invoice-words.ts';
import { Questions } from './questions.tsx';

/** The panel in the business's color: who asks, for how much, until when, and how to pay. */
export function BusinessFace({ publicId, data }: { publicId: string; data: PublicInvoice }) {
  const { invoice, businessProfile } = data;
  const paid = invoice.status === 'paid';
  const { due, ago } = dueWords(invoice);
  return (
    <aside className={styles.face} aria-label="Amount and payment">
      <div className={styles.inner}>
        <div className={styles.business}>
          <Logo name={businessProfile.businessName} url={businessProfile.logoUrl} />
          <span className={styles.name} dir="auto">
            {businessProfile.businessName}
          </span>
        </div>
        <div className={styles.amount}>
          <p className={styles.label}>{paid ? 'Paid' : 'Amount due'}</p>
          <p className={styles.value} data-long={isLongAmount(invoice.total) || undefined}>
            {formatMoney(invoice.total)}
          </p>
          <p className={styles.due}>
            {paid ? 'Thank you. Nothing more to do.' : due}
            {!paid && ago && <span>{ago}</span>}
          </p>
        </div>
        <PaymentCard publicId={publicId} data={data} />
        <Questions data={data} place="face" />
      </div>
    </aside>
  );
}

function Logo({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState(false);
  if (url && !broken) {
    return (
      <span className={styles.tile}>
        <img src={url} alt="" onError={() => setBroken(true)} />
      </span>
    );
  }
  return (
    <span className={styles.tile} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
