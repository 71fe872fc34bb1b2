import { formatMoney } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import {
  MONTHLY_FEATURES,
  PLAN_PRICES,
  PLANS,
  YEARLY_FEATURES,
  YEARLY_LABELS,
} from '../../../shared/subscription/plans.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from './card.tsx';
import { FeatureList, PLAN_FEATURES } from './plan-choice.tsx';
import { PLAN_LABELS } from './plan-labels.ts';

/** Both plans with their prices and what they include. */
export function PlanCards() {
  return (
    <div className="grid grid-cols-[1fr_1fr] gap-5 max-md:grid-cols-[1fr] max-md:gap-4">
      {PLANS.map((plan) => (
        <Card
          key={plan}
          title={PLAN_LABELS[plan].name}
          aside={
            <>
              {plan === 'yearly' && <Badge tone="accent">{YEARLY_LABELS.badge}</Badge>}
              <span className="text-muted">
                <b className="text-ink tabular-nums">{formatMoney(PLAN_PRICES[plan])}</b>{' '}
                {PLAN_LABELS[plan].each}
              </span>
            </>
          }
        >
          <div className="pt-3.5 px-5 pb-4.5 max-md:pt-3.5 max-md:px-4 max-md:pb-4">
            <FeatureList features={PLAN_FEATURES[plan]} />
          </div>
        </Card>
      ))}
    </div>
  );
}

/** What the plan that is paid for includes, in columns of three. */
export function PlanIncludes({ plan }: { plan: Plan }) {
  const all = plan === 'yearly' ? [...MONTHLY_FEATURES, ...YEARLY_FEATURES] : MONTHLY_FEATURES;
  const columns = [all.slice(0, 3), all.slice(3, 6), all.slice(6)].filter(
    (part) => part.length > 0,
  );
  return (
    <Card title="What the plan includes">
      <div className="grid grid-cols-[repeat(3,1fr)] items-start gap-x-8 gap-y-2 py-4.5 px-5 max-md:grid-cols-[1fr] max-md:pt-3.5 max-md:px-4 max-md:pb-4">
        {columns.map((features) => (
          <FeatureList key={features[0]} features={features} />
        ))}
      </div>
    </Card>
  );
}
