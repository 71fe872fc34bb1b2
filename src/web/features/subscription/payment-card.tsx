import { useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import { PLAN_PRICES, planMoney } from '../../../shared/subscription/plans.ts';
import type { NewSubscription } from '../../../shared/subscription/subscription.contract.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertCircle } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PLAN_LABELS } from './plan-labels.ts';
import { PlanReceipt } from './plan-receipt.tsx';
import { usePaymentForm } from './use-payment-form.ts';

interface Props {
  plan: Plan;
  purchase: NewSubscription | undefined;
  /** Why there is nothing to pay. */
  failure: string | undefined;
  onRetry: () => void;
  renews: CalendarDate | undefined;
  /** While a payment is made nothing may be changed. */
  onPaying: (paying: boolean) => void;
  onPaid: () => void;
}

/** The receipt, the provider's form below it, and the one button that pays. */
export function PaymentCard({ plan, purchase, failure, onRetry, renews, onPaying, onPaid }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = usePaymentForm(place, purchase);
  const [refused, setRefused] = useState<{ words: string; secret: string | undefined }>();
  const refusal = useRef<HTMLParagraphElement>(null);
  const problem = failure ?? mounted.failure;
  const shown = purchase?.plan ?? plan;
  const asked = purchase?.amount ? planMoney(purchase.amount) : undefined;
  const amount = asked ?? PLAN_PRICES[plan];

  // The toast goes by itself; what it said stays where the card is typed.
  const refuse = (words: string) => {
    notify.error('Payment Failed', words);
    setRefused({ words, secret: purchase?.clientSecret });
  };
  const submission = useSubmission(async () => {
    if (!mounted.form) return 'open';
    onPaying(true);
    notify.clear();
    setRefused(undefined);
    const back = watchForReturn();
    try {
      const address = `${location.origin}/subscription-success?plan=${shown}`;
      const outcome = await Promise.race([mounted.form.confirm(address), back.returned]);
      switch (outcome.state) {
        case 'invalid':
          return 'open';
        case 'failed':
          refuse(outcome.message);
          return 'open';
        case 'leaving':
          await back.returned;
          onRetry();
          return 'open';
        case 'returned':
          onRetry();
          return 'open';
        case 'succeeded':
          notify.success('Payment Successful', 'You are subscribed!');
          onPaid();
          return 'done';
        case 'processing':
          onPaid();
          return 'done';
      }
    } catch {
      refuse('The payment form is not responding. Try again.');
      return 'open';
    } finally {
      back.stop();
      onPaying(false);
    }
  });
  const { busy: paying } = submission;
  useEffect(() => {
    if (refused && !paying) refusal.current?.focus();
  }, [refused, paying]);

  return (
    <section
      className="rounded border border-hairline bg-surface px-6 pt-5.5 pb-6 max-md:px-4 max-md:pt-4.5 max-md:pb-5"
      aria-labelledby="payment-title"
    >
      <PlanReceipt plan={shown} amount={asked} renews={renews} />
      <Form className="mt-5" aria-busy={!problem && !mounted.form} submission={submission}>
        {refused && refused.secret === purchase?.clientSecret && !problem && (
          <p
            ref={refusal}
            tabIndex={-1}
            className="flex gap-2.5 items-start mb-4 py-[11px] px-3.5 rounded bg-overdue-soft text-ink [scroll-margin-block:112px]"
          >
            <Icon as={IconAlertCircle} size={18} className="mt-px text-overdue" />
            {refused.words}
          </p>
        )}
        <div className="relative min-h-67 mb-5 max-md:min-h-76">
          <div ref={place} hidden={Boolean(problem)} inert={paying} />
          {!problem && !mounted.form && (
            <div className="absolute inset-0 grid place-items-center bg-surface text-muted">
              <Spinner size={24} label="Preparing the payment form" />
            </div>
          )}
          {problem && (
            <div
              className="grid content-center justify-items-center gap-3.5 min-h-67 p-4 rounded bg-sunken text-center text-pretty max-md:min-h-76"
              role="alert"
            >
              <p>{problem}</p>
              <Button onClick={onRetry}>Try again</Button>
            </div>
          )}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          writes
          busy={paying}
          disabled={!mounted.form}
          disabledReason={problem ? 'The payment form could not be loaded' : undefined}
        >
          {renews
            ? `Subscribe for ${formatMoney(amount)} a ${PLAN_LABELS[shown].period}`
            : `Pay ${formatMoney(amount)}`}
        </Button>
        <p className="mt-3 text-muted text-12 text-center">
          Card details go straight to the payment provider.
        </p>
      </Form>
    </section>
  );
}

/** Back from the bank's page by the browser's own button: the page is as it was left, and asks anew. */
function watchForReturn() {
  const listening = new AbortController();
  const returned = new Promise<{ state: 'returned' }>((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resolve({ state: 'returned' });
    };
    window.addEventListener('pageshow', onShow, { signal: listening.signal });
  });
  return { returned, stop: () => listening.abort() };
}
