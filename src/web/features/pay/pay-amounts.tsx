import { useId } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import styles from './pay-amounts.module.css';
import { formatPartLimits } from './pay-choice.ts';
import type { PayChoice } from './use-pay-choice.ts';

/** What to pay, where there is a choice. */
export function PayAmounts({ data, choice }: { data: PublicInvoice; choice: PayChoice }) {
  const id = useId();
  const { options, pays, typed, told, fault } = choice;
  if (options.length < 2) return null;
  const wrong = told ? fault : undefined;
  return (
    <fieldset className={styles.amounts}>
      <legend>What to pay</legend>
      {options.map((option) => (
        <div key={option.pays} className={styles.option}>
          <label>
            <input
              type="radio"
              name={id}
              value={option.pays}
              checked={pays === option.pays}
              onChange={() => choice.choose(option.pays)}
            />
            <span>{option.label}</span>
            {option.amount && <b>{formatMoney(option.amount)}</b>}
          </label>
          {option.pays === 'part' && pays === 'part' && (
            <div className={styles.part}>
              <input
                id={`${id}-amount`}
                aria-label={`Amount in ${data.invoice.currency}`}
                aria-invalid={wrong ? true : undefined}
                aria-describedby={`${id}-about`}
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                onChange={(event) => choice.type(event.target.value)}
              />
              <p id={`${id}-about`} className={wrong ? styles.wrong : undefined} role="status">
                {wrong ?? formatPartLimits(data)}
              </p>
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
