import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import buttons from './button.module.css';
import styles from './pay-bar.module.css';
import { PAY_BUTTON_ID, PayButton } from './payment-card.tsx';
import type { Checkout } from './use-checkout.ts';
import type { PayChoice } from './use-pay-choice.ts';

/** The phone's bar with amount, date and Pay Now, once the card's own button has scrolled away. */
export function PayBar({
  data,
  checkout,
  choice,
}: {
  data: PublicInvoice;
  checkout: Checkout;
  choice: PayChoice;
}) {
  const { invoice } = data;
  const [away, setAway] = useState(false);
  useEffect(() => {
    const button = document.getElementById(PAY_BUTTON_ID);
    if (!button) return;
    const observer = new IntersectionObserver(([entry]) => {
      // Gone at the upper edge; below the lower one it is still to come.
      setAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(button);
    return () => observer.disconnect();
  }, []);
  // What comes of a press stands in the card, which has scrolled away: it is brought back, with the
  // focus that the bar is about to lose.
  const told = Boolean(checkout.failure) || checkout.opened;
  const pressed = useRef(false);
  useEffect(() => {
    if (!told || !pressed.current) return;
    pressed.current = false;
    const card = document.getElementById(PAY_BUTTON_ID);
    card?.focus({ preventScroll: true });
    card?.closest('section')?.scrollIntoView({ block: 'center' });
  }, [told]);
  return (
    <div className={styles.bar} data-shown={away || undefined} inert={!away}>
      <div>
        <b>{formatMoney(choice.amount ?? money(invoice.amountDue, invoice.currency))}</b>
        Due {formatDate(invoice.nextDueDate)}
      </div>
      <PayButton
        method={choice.methods[0] ?? 'stripe'}
        choice={choice}
        checkout={{
          ...checkout,
          pay: (method) => {
            pressed.current = true;
            checkout.pay(method);
          },
        }}
        className={`${buttons.onBrand} ${styles.pay}`}
      >
        Pay Now
      </PayButton>
    </div>
  );
}
