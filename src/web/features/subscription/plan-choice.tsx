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
import { FeatureList } from './feature-list.tsx';
import classes from './plan-choice.module.css';
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
    <div className={classes.plans} role="radiogroup" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.title}>
        Choose a plan
      </h2>
      {PLANS.map((plan) => (
        <label key={plan} className={classes.plan}>
          <span className={classes.name}>
            <input
              type="radio"
              name={id}
              className={classes.radio}
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
              <span className={classes.badge}>
                <Badge tone="accent">{YEARLY_LABELS.badge}</Badge>
              </span>
            )}
          </span>
          <span id={`${id}-${plan}-price`} className={classes.words}>
            <span className={classes.price}>
              {formatMoney(PLAN_PRICES[plan])}
              <small> {PLAN_LABELS[plan].each}</small>
            </span>
            {UNDER_PRICE[plan].map((words) => (
              <span key={words} className={classes.under}>
                {words}
              </span>
            ))}
          </span>
          <span className={classes.features}>
            <FeatureList features={PLAN_FEATURES[plan]} />
          </span>
        </label>
      ))}
    </div>
  );
}
