import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { planMoney, TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import type { Billing } from '../../../shared/subscription/subscription.contract.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconCircleCheckFilled } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { Ticks } from '../../ui/ticks.tsx';
import { Card } from './card.tsx';
import { formatCard, PLAN_LABELS } from './plan-labels.ts';

const FAILED = 'Failed to open subscription management. Please try again.';

/** Leads to the provider's page where the plan is managed. */
function usePortal(): { open: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    notify.clear();
    try {
      const { url } = await api.subscription.portal();
      if (!url) throw new Error('The answer has no address');
      // Stays busy: the page is about to be left.
      globalThis.location.assign(url);
    } catch (error) {
      setBusy(false);
      const why = errorMessage(error, FAILED);
      if (/no configuration|customer portal/i.test(why)) {
        notify.error(
          'Portal Setup Required',
          'Please configure the customer portal in the payment provider’s dashboard.',
        );
      } else notify.error('Error', why);
    }
  };
  return { open: () => void open(), busy };
}

/** Which plan, at what price, until when; and how to change it. */
export function SubscriptionStatus({ billing }: { billing: Billing }) {
  const portal = usePortal();
  const managed = billing.available && (billing.status !== 'trial' || billing.receipts.length > 0);
  const resumable = billing.status === 'active' && billing.cancelAtPeriodEnd;
  return (
    <Card
      title="Subscription Status"
      aside={<StatusBadge billing={billing} />}
      foot={
        <>
          <p className="flex-[1_1_240px]">{describeStatus(billing)}</p>
          {managed && (
            <Button
              size="sm"
              variant={resumable ? 'primary' : 'default'}
              writes
              busy={portal.busy}
              onClick={portal.open}
            >
              {resumable ? 'Resume subscription' : 'Manage subscription'}
            </Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[repeat(3,1fr)] gap-x-8 gap-y-4 pt-4.5 px-5 pb-5 max-md:grid-cols-[1fr] max-md:pt-3.5 max-md:px-4 max-md:pb-4">
        {billing.status === 'trial' ? (
          <TrialFacts billing={billing} />
        ) : (
          <PlanFacts billing={billing} />
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-17 font-semi tabular-nums">{children}</dd>
    </div>
  );
}

function TrialFacts({ billing }: { billing: Billing }) {
  const used = Math.min(billing.trialInvoicesUsed, TRIAL_INVOICES);
  return (
    <>
      <Fact name="Plan">Free Trial</Fact>
      <Fact name="Invoices used">
        {used} of {TRIAL_INVOICES}
        <Ticks className="max-w-[345px] mt-2" used={used} of={TRIAL_INVOICES} />
      </Fact>
      <Fact name="Next payment">None</Fact>
    </>
  );
}

function PlanFacts({ billing }: { billing: Billing }) {
  const { plan, price, currentPeriodEnd, status, cancelAtPeriodEnd } = billing;
  const ends = status === 'canceled' ? 'Ended' : cancelAtPeriodEnd ? 'Ends' : 'Renews';
  return (
    <>
      <Fact name="Plan">{plan === 'yearly' ? 'Yearly Plan' : 'Monthly Plan'}</Fact>
      <Fact name="Price">
        {price && plan ? `${formatMoney(planMoney(price))} ${PLAN_LABELS[plan].each}` : 'Not known'}
      </Fact>
      <Fact name={ends}>{currentPeriodEnd ? formatDate(currentPeriodEnd) : 'Not known'}</Fact>
    </>
  );
}

function StatusBadge({ billing }: { billing: Billing }) {
  if (billing.pastDue) return <Badge tone="overdue">Past due</Badge>;
  if (billing.status === 'canceled') return <Badge tone="draft">Canceled</Badge>;
  if (billing.status === 'trial') return null;
  if (billing.cancelAtPeriodEnd) return <Badge tone="caution">Canceled, still active</Badge>;
  return (
    <Badge tone="paid" glyph={<Icon as={IconCircleCheckFilled} filled size={14} />}>
      Active
    </Badge>
  );
}

function describeStatus({
  status,
  cancelAtPeriodEnd,
  paymentMethod,
  trialInvoicesUsed,
}: Billing): string {
  if (status !== 'active') {
    const until =
      status === 'trial' && trialInvoicesUsed < TRIAL_INVOICES ? ' once the trial is used up' : '';
    return `You keep access to your invoices, customers and reports. You only need a plan for new invoices${until}.`;
  }
  const card = paymentMethod ? `${formatCard(paymentMethod)}. ` : '';
  if (cancelAtPeriodEnd) {
    return `${card}You will not be charged again. You can resume the plan until it ends.`;
  }
  return `${card}Card, receipts and cancellation are managed with the payment provider.`;
}
