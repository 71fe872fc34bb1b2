import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, formatMoney } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import { PLAN_PRICES } from '../../../shared/subscription/plans.ts';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { TWELVE_MONTHS, yearlySaving } from './plan-labels.ts';
import classes from './plan-receipt.module.css';

interface Props {
  plan: Plan;
  /** What the provider will take; until it is known, the price of the plan. */
  amount: Money | undefined;
  /** undefined for a payment that is overdue. */
  renews: CalendarDate | undefined;
}

/** What is paid today, added up over a double rule. */
export function PlanReceipt({ plan, amount = PLAN_PRICES[plan], renews }: Props) {
  const { full, saving } = yearlySaving();
  const isUsual = compareMoney(amount, PLAN_PRICES[plan]) === 0;
  const itemized = plan === 'yearly' && renews !== undefined && isUsual;
  return (
    <>
      <dl className={classes.receipt}>
        <div>
          <dt>{itemized ? TWELVE_MONTHS : `Remit, ${plan} plan`}</dt>
          <dd>{formatMoney(itemized ? full : amount)}</dd>
        </div>
        {itemized && (
          <div>
            <dt>Yearly saving</dt>
            <dd>−{formatMoney(saving)}</dd>
          </div>
        )}
        <div className={classes.total}>
          <dt>Due today</dt>
          <dd>
            <DoubleRule>{formatMoney(amount)}</DoubleRule>
          </dd>
        </div>
      </dl>
      {renews && <p className={classes.renews}>Renews on {formatDate(renews)}. Cancel anytime.</p>}
    </>
  );
}
