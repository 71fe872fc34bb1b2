import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
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
    <div
      className={cx(
        'fixed inset-x-0 bottom-0 z-4 hidden items-center justify-between gap-4 border-t border-white/14 bg-deep px-5 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] [--focus:#fff] [box-shadow:0_-8px_24px_-12px_rgb(0_0_0/18%)] motion-safe:[transition:transform_120ms,visibility_120ms] phone:flex printed:hidden',
        !away && 'invisible [transform:translateY(110%)]',
      )}
      inert={!away}
    >
      <div className="min-w-0 text-[13.5px] leading-[1.25] text-tint">
        <b className="block text-[18px] font-[640] tracking-[-0.02em] text-white tabular-nums">
          {formatMoney(choice.amount ?? money(invoice.amountDue, invoice.currency))}
        </b>
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
        kind="bar"
      >
        Pay Now
      </PayButton>
    </div>
  );
}
