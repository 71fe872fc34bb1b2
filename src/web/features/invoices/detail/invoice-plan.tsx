import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { RailLink } from '../../../documents/detail/document-rail.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import classes from './invoice-plan.module.css';

/** The installments of an invoice, with what of each is open; nothing where there is no plan. */
export function InvoicePlan({ invoice }: { invoice: InvoiceDetail }) {
  const { today } = useBusiness();
  const { schedule, currency, status } = invoice;
  if (schedule.length === 0) return null;
  const shown = (amount: string) => formatMoney(money(amount, currency));
  return (
    <RailLink title="Installments">
      <ol className={classes.plan}>
        {schedule.map(({ number, amount, amountDue, dueDate }) => {
          const isSettled = isZero(amountDue) && status !== 'draft';
          const isLate = !isSettled && status !== 'draft' && dueDate < today;
          const isPart = !isSettled && amountDue !== amount;
          return (
            <li key={number}>
              <span>
                {formatDate(dueDate)}
                {isSettled && <small>Settled</small>}
                {isPart && <small>{shown(amountDue)} open</small>}
                {isLate && <small className={classes.late}>Overdue</small>}
              </span>
              <b>{shown(amount)}</b>
            </li>
          );
        })}
      </ol>
    </RailLink>
  );
}
