import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { LateNote, RailPlan } from '../../../documents/detail/rail-plan.tsx';
import { useBusiness } from '../../../documents/use-business.ts';

/** The installments of an invoice, with what of each is open; nothing where there is no plan. */
export function InvoicePlan({ invoice }: { invoice: InvoiceDetail }) {
  const { today } = useBusiness();
  const { schedule, currency, status } = invoice;
  const shown = (amount: string) => formatMoney(money(amount, currency));
  const rows = schedule.map(({ number, amount, amountDue, dueDate }) => {
    const isSettled = isZero(amountDue) && status !== 'draft';
    const isLate = !isSettled && status !== 'draft' && dueDate < today;
    const isPart = !isSettled && amountDue !== amount;
    const notes = (
      <>
        {isSettled && <small>Settled</small>}
        {isPart && <small>{shown(amountDue)} open</small>}
        {isLate && <LateNote />}
      </>
    );
    return { number, when: formatDate(dueDate), amount: shown(amount), notes };
  });
  return <RailPlan title="Installments" rows={rows} />;
}
