import type { CSSProperties } from 'react';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import styles from './fitted-amount.module.css';

/** The amount of a page, set smaller where one line would not hold it otherwise. */
export function FittedAmount({ amount, className = '' }: { amount: Money; className?: string }) {
  const text = formatMoney(amount);
  return (
    <p className={`${styles.place} ${className}`}>
      <span className={styles.amount} style={{ '--characters': text.length } as CSSProperties}>
        {text}
      </span>
    </p>
  );
}
