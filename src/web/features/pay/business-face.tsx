import type { ReactNode } from 'react';
import type { PublicBusiness } from '../../../shared/documents/public-document.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import styles from './business-face.module.css';
import { BusinessMark } from './business-mark.tsx';
import { FittedAmount } from './fitted-amount.tsx';
import { Questions } from './questions.tsx';

interface BusinessFaceProps {
  /** The panel's name for readers. */
  name: string;
  business: PublicBusiness;
  label: string;
  amount: Money;
  /** A line about time. */
  below: ReactNode;
  title: string;
  number: string;
  /** The one card that says what can be done. */
  children: ReactNode;
}

/** The panel in the business's color: who asks or offers, how much, until when, and what to do. */
export function BusinessFace({
  name,
  business,
  label,
  amount,
  below,
  title,
  number,
  children,
}: BusinessFaceProps) {
  return (
    <aside className={styles.face} aria-label={name}>
      <div className={styles.inner}>
        <BusinessMark name={business.businessName} logoUrl={business.logoUrl} />
        <div className={styles.amount}>
          <p className={styles.label}>{label}</p>
          <FittedAmount amount={amount} className={styles.value} />
          <p className={styles.due}>{below}</p>
        </div>
        {children}
        <Questions business={business} title={title} number={number} place="face" />
      </div>
    </aside>
  );
}
