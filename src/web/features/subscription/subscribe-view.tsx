import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import { PLAN_PRICES, TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import { orpc } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { Note } from './note.tsx';
import { PaymentCard } from './payment-card.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PLAN_LABELS, renewalDate } from './plan-labels.ts';
import { usePurchase } from './use-purchase.ts';

/** The plan chooser and the payment, for whoever has no plan, or a payment that is overdue. */
export function SubscribeView() {
  const user = useUser();
  const subscribed = user?.subscriptionStatus === 'active';
  // Only a subscriber's bill can be overdue: nobody else needs to wait for the provider here.
  const billing = useQuery({
    ...orpc.subscription.billing.queryOptions(),
    refetchOnMount: 'always',
    enabled: subscribed,
  });
  if (!user) return null;
  const trialLeft = user.subscriptionStatus === 'trial' && user.trialInvoicesUsed < TRIAL_INVOICES;
  if (!subscribed) return <Checkout trialLeft={trialLeft} />;
  if (billing.isError)
    return (
      <PageError title="Your plan could not be loaded" onRetry={() => void billing.refetch()} />
    );
  if (!billing.data) return <PageSpinner />;
  const { pastDue, plan, cancelAtPeriodEnd, currentPeriodEnd } = billing.data;
  if (pastDue) return <Checkout owed={plan ?? 'monthly'} trialLeft={false} />;
  return (
    <EmptyState
      title="You are already subscribed"
      actions={
        <Button variant="primary" to="/billing">
          Go to Billing
        </Button>
      }
    >
      <p>
        You are on the {user.subscriptionPlan === 'yearly' ? 'Yearly' : 'Monthly'} Plan.{' '}
        {cancelAtPeriodEnd
          ? `It is canceled and ends${currentPeriodEnd ? ` on ${formatDate(currentPeriodEnd)}` : ' with the paid period'}. Until then you can resume it in Billing.`
          : 'Billing has your receipts and lets you manage or cancel your plan.'}
      </p>
    </EmptyState>
  );
}

interface CheckoutProps {
  /** The plan whose last payment failed: it is paid, and nothing is chosen. */
  owed?: Plan;
  /** Free invoices are left: nothing has been closed that could open again. */
  trialLeft: boolean;
}

function Checkout({ owed, trialLeft }: CheckoutProps) {
  const navigate = useNavigate();
  const { params, change } = useAddressParams();
  // In the address, so that whoever comes back from the bank's page finds the plan that was chosen.
  const plan = owed ?? (params.get('plan') === 'yearly' ? 'yearly' : 'monthly');
  const [paying, setPaying] = useState(false);
  const { purchase, failure, retry } = usePurchase(plan, true);
  const [today] = useState(() =>
    dateInZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const renews = renewalDate(today, plan);
  const { period } = PLAN_LABELS[plan];

  const payment = (
    <section className="lg:col-start-2 lg:row-[1/span_2]">
      <h2 className="mb-3 text-15">Payment</h2>
      <PaymentCard
        plan={plan}
        purchase={purchase}
        failure={failure}
        onRetry={retry}
        renews={owed ? undefined : renews}
        onPaying={setPaying}
        onPaid={() => void navigate('/subscription-success')}
      />
    </section>
  );
  if (owed) {
    return (
      <div className="max-w-120">
        <Note tone="overdue">
          Your last payment did not go through. Pay it with another card to keep your plan.
        </Note>
        {payment}
      </div>
    );
  }
  return (
    <>
      {params.get('from') === 'trial-expired' && (
        <Note tone="caution">
          Your free trial has expired, please choose a plan to continue using Remit.
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_400px] grid-rows-[auto_1fr] items-start gap-x-12 gap-y-7 max-xl:grid-cols-[minmax(0,1fr)_minmax(300px,360px)] max-xl:gap-7 max-lg:grid-cols-1 max-lg:grid-rows-[auto]">
        <PlanChoice
          value={plan}
          onChange={(chosen) => change({ plan: chosen })}
          disabled={paying}
        />
        {payment}
        <div className="grid grid-cols-[repeat(3,1fr)] gap-6 pt-5 border-t border-hairline max-md:grid-cols-[1fr] max-md:gap-4">
          <Fact title="Today">
            {trialLeft
              ? 'Invoices are unlimited from now on. Everything you made in the trial stays.'
              : 'You can create invoices again right away. Everything you made before stays.'}
          </Fact>
          <Fact title={formatDate(renews)}>
            The plan renews for {formatMoney(PLAN_PRICES[plan])}, unless you cancel before then.
          </Fact>
          <Fact title="Anytime">
            Cancel from Billing. The plan runs to the end of the paid {period}.
          </Fact>
        </div>
      </div>
    </>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-0.5 text-14 font-semi">{title}</h3>
      <p className="text-13 leading-[1.5] text-muted">{children}</p>
    </div>
  );
}
