import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../../shared/accounts/account.contract.ts';
import { TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import type { Billing } from '../../../shared/subscription/subscription.contract.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { userQuery } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { Note } from './note.tsx';
import { PlanCards, PlanIncludes } from './plan-cards.tsx';
import { Receipts } from './receipts.tsx';
import { SubscriptionStatus } from './subscription-status.tsx';

/** The plan, what it costs and until when, the card, the receipts, and the way to change them. */
export function BillingView() {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...orpc.subscription.billing.queryOptions(),
    refetchOnMount: 'always',
  });

  // Billing has just asked the provider: the label beside the name must not say something older.
  useEffect(() => {
    if (!data) return;
    client.setQueryData<User | null>(
      userQuery.queryKey,
      (user) =>
        user && {
          ...user,
          subscriptionStatus: data.status,
          subscriptionPlan: data.plan ?? user.subscriptionPlan,
          trialInvoicesUsed: data.trialInvoicesUsed,
        },
    );
  }, [data, client]);

  if (error) {
    return <PageError title="Billing could not be loaded" {...loadFailure({ error, refetch })} />;
  }
  // What was read on an earlier visit may have changed at the provider since.
  if (!data || (isFetching && data.status !== 'trial'))
    return <PageSpinner label="Loading billing" />;
  return (
    <div className="grid gap-5 max-md:gap-4">
      {data.pastDue && (
        <Note tone="overdue" className="mb-0" action={<Button to="/subscribe">Pay now</Button>}>
          Your last payment did not go through. Pay it, or change your card, to keep your plan.
        </Note>
      )}
      {data.notice && (
        <Note tone="caution" className="mb-0">
          {data.notice}
        </Note>
      )}
      {data.status !== 'active' && <Upgrade billing={data} />}
      <SubscriptionStatus billing={data} />
      {data.status === 'active' && data.plan ? <PlanIncludes plan={data.plan} /> : <PlanCards />}
      {data.receipts.length > 0 && <Receipts receipts={data.receipts} />}
    </div>
  );
}

/** What is over, or will be, and the way to a plan. */
function Upgrade({ billing }: { billing: Billing }) {
  const left = Math.max(TRIAL_INVOICES - billing.trialInvoicesUsed, 0);
  const { title, words } = describeUpgrade(billing.status, left);
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5 p-5 border border-hairline rounded bg-surface max-md:p-4">
      <div>
        <h2 className="text-17 tracking-head">{title}</h2>
        <p className="mt-0.5 text-muted">
          {billing.available ? words : 'Subscriptions are not set up on this installation.'}
        </p>
      </div>
      {billing.available && (
        <Button className="max-md:w-full" variant="primary" to="/subscribe">
          Upgrade Now
        </Button>
      )}
    </section>
  );
}

function describeUpgrade(
  status: Billing['status'],
  left: number,
): { title: string; words: string } {
  if (status === 'canceled') {
    return {
      title: 'Plan ended',
      words: 'Subscribe again to continue creating unlimited professional invoices.',
    };
  }
  if (left === 0) {
    return {
      title: 'Trial Complete',
      words:
        "You've reached the limit of free invoices. Subscribe to continue creating unlimited professional invoices.",
    };
  }
  return {
    title: 'Free Trial',
    words: `${left} of ${TRIAL_INVOICES} free invoices left. Subscribe anytime for unlimited professional invoices.`,
  };
}
