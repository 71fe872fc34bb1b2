import { useEffect, useState } from 'react';
import type { CombinedConfirmation } from '../../../shared/customer-portal/portal.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { sendPortal } from './portal-calls.ts';
import { unlessEnded, useVisit } from './visit.ts';

/** How often it is asked while the provider confirms, and for how long. */
const AGAIN_MS = 4_000;
const MOST_TIMES = 60;

const WORDS: Record<CombinedConfirmation['state'], (amount: string) => string> = {
  paid: (amount) => `Thank you. ${amount} has been paid.`,
  confirming: (amount) =>
    `Your payment of ${amount} is being confirmed. There is no need to pay again.`,
  review: (amount) =>
    `${amount} has arrived, and the business looks at it. There is no need to pay again.`,
  failed: () => 'The payment did not go through. Nothing was charged.',
  unpaid: () => 'Nothing was paid.',
};

/** The key that a payment of several invoices comes back with. */
const readKey = () => new URLSearchParams(location.search).get('payment') ?? undefined;

/** What came of a payment, for whoever comes back from paying. */
export function PaymentOutcome() {
  const { end, changed } = useVisit();
  const [key] = useState(readKey);
  const [outcome, setOutcome] = useState<CombinedConfirmation>();
  useEffect(() => {
    if (key === undefined) return undefined;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    const ask = async () => {
      asked += 1;
      const answer = unlessEnded(
        await sendPortal<CombinedConfirmation>('/confirm-payment', { key }),
        end,
      );
      if (!current || !answer) return;
      if (answer.state === 'done') {
        setOutcome(answer.data);
        if (answer.data.state !== 'confirming') {
          // It is said once: a page that is loaded again later does not speak of it as of today.
          history.replaceState(null, '', location.pathname);
          changed();
          return;
        }
      }
      if (answer.state === 'done' && asked < MOST_TIMES)
        timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, end, changed]);
  const isGood = outcome?.state === 'paid';
  return (
    <output
      className={`mb-8 block rounded-lg border px-5 py-4 text-pretty empty:hidden ${isGood ? 'border-paid bg-paid-soft text-paid' : 'border-line-2 bg-surface'}`}
    >
      {outcome && WORDS[outcome.state](formatMoney(money(outcome.amount, outcome.currency)))}
    </output>
  );
}
