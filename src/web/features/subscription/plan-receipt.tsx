import type { ReactNode } from 'react';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, formatMoney } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import { PLAN_PRICES } from '../../../shared/subscription/plans.ts';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { TWELVE_MONTHS, yearlySaving } from './plan-labels.ts';

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
      <dl className="tabular-nums">
        <Row name={itemized ? TWELVE_MONTHS : `Remit, ${plan} plan`}>
          {formatMoney(itemized ? full : amount)}
        </Row>
        {itemized && <Row name="Yearly saving">−{formatMoney(saving)}</Row>}
        <div className="mt-2 flex justify-between gap-4 border-t border-ink pt-2.5 pb-1.5 text-[1rem] font-[640]">
          <dt>Due today</dt>
          <dd>
            <DoubleRule>{formatMoney(amount)}</DoubleRule>
          </dd>
        </div>
      </dl>
      {renews && (
        <p className="mt-2.5 text-muted text-13">Renews on {formatDate(renews)}. Cancel anytime.</p>
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
