import { useEffect, useId, useState } from 'react';
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
import { Icon } from '../../ui/icon.tsx';
import { IconCheck } from '../../ui/icons.ts';
import { PLAN_LABELS, TWELVE_MONTHS, yearlySaving } from './plan-labels.ts';

export const PLAN_FEATURES: Record<Plan, readonly string[]> = {
  monthly: MONTHLY_FEATURES,
  yearly: ['Everything in Monthly', ...YEARLY_FEATURES],
};

const UNDER_PRICE: Record<Plan, readonly string[]> = {
  monthly: ['Cancel anytime'],
  yearly: [
    `${YEARLY_LABELS.months}. ${YEARLY_LABELS.saving}.`,
    // The label is rounded; the receipt is not.
    `To the cent: ${formatMoney(yearlySaving().saving)} less than ${TWELVE_MONTHS}.`,
  ],
};

interface Props {
  value: Plan;
  onChange: (plan: Plan) => void;
  disabled: boolean;
}

/** The two plans as radios in cards. */
export function PlanChoice({ value, onChange, disabled }: Props) {
  const id = useId();
  // The page follows a moment after the press: until then the radio must not seem stuck.
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  return (
    <div
      className="grid grid-cols-[1fr_1fr] gap-x-3.5 gap-y-0 max-md:grid-cols-[1fr] max-md:gap-3"
      role="radiogroup"
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className="col-span-full mb-3 text-15 max-md:mb-0">
        Choose a plan
      </h2>
      {PLANS.map((plan) => (
        <label
          key={plan}
          className="flex flex-col pt-4.5 px-5 pb-5 border border-line rounded bg-surface cursor-pointer not-has-[:checked,:disabled]:hover:bg-sunken transition-colors duration-(--t-fast) [-webkit-tap-highlight-color:transparent] has-checked:border-accent has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-disabled:cursor-default forced-colors:has-checked:outline-2 forced-colors:has-checked:outline-[Highlight]"
        >
          <span className="flex items-center gap-[9px] min-h-6 font-semi">
            <input
              type="radio"
              name={id}
              className="flex-none size-4 m-0 border-[1.5px] border-field rounded-full appearance-none [cursor:inherit] checked:border-5 checked:border-accent focus-visible:outline-none forced-colors:appearance-auto"
              checked={plan === shown}
              disabled={disabled}
              aria-labelledby={`${id}-${plan}`}
              aria-describedby={`${id}-${plan}-price`}
              onChange={() => {
                setShown(plan);
                onChange(plan);
              }}
            />
            <span id={`${id}-${plan}`}>{PLAN_LABELS[plan].name}</span>
            {plan === 'yearly' && (
              <span className="ml-auto">
                <Badge tone="accent">{YEARLY_LABELS.badge}</Badge>
              </span>
            )}
          </span>
          <span id={`${id}-${plan}-price`} className="block min-h-[91px]">
            <span className="block mt-2.5 text-34 font-[640] tabular-nums tracking-[-0.03em] leading-[1.2]">
              {formatMoney(PLAN_PRICES[plan])}
              <small className="text-14 font-text tracking-[0] text-muted">
                {' '}
                {PLAN_LABELS[plan].each}
              </small>
            </span>
            {UNDER_PRICE[plan].map((words) => (
              <span key={words} className="block min-h-5 text-muted text-13">
                {words}
              </span>
            ))}
          </span>
          <span className="block mt-3.5 pt-3.5 border-t border-hairline">
            <FeatureList features={PLAN_FEATURES[plan]} />
          </span>
        </label>
      ))}
    </div>
  );
}

/** What a plan includes, each with a tick. */
export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex items-start gap-[9px]">
          <Icon as={IconCheck} className="mt-0.5 text-ink-2" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
