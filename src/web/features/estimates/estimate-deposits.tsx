import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { depositAmount, depositLabel } from '../../../shared/deposits/deposit.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { RailLink } from '../../documents/detail/document-rail.tsx';
import { InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { formatNotOwed } from './format-not-owed.ts';

function NotOwed({ estimate }: { estimate: EstimateDetail }) {
  const words = formatNotOwed(estimate);
  return words && <p className="text-pretty text-muted">{words}</p>;
}

/** What an estimate asks for in advance, its deposit invoices and what is still to be invoiced. */
export function EstimateDeposits({ estimate }: { estimate: EstimateDetail }) {
  const { deposit, depositInvoices, currency, total, leftToInvoice, invoice } = estimate;
  if (!deposit && depositInvoices.length === 0) return null;
  const shown = (amount: string) => formatMoney(money(amount, currency));
  return (
    <RailLink title={depositInvoices.length > 1 ? 'Deposits' : 'Deposit'}>
      {deposit && depositInvoices.length === 0 && (
        <p>
          {depositLabel(deposit)}: {shown(depositAmount(deposit, total, currency))}, requested when
          it is accepted
        </p>
      )}
      {depositInvoices.map((each) => (
        <p key={each.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link to={`/invoices/${each.id}`}>{shownNumber(each.invoiceNumber)}</Link>
          {/* Of the amount alone: it would space the hyphens of a number. */}
          <span className="tabular-nums">{shown(each.total)}</span>
          <InvoiceBadge standing={each.standing} />
          <small>
            {formatDate(each.issueDate)}
            {isPositive(money(each.credited, currency)) && `, ${shown(each.credited)} credited`}
            {each.isDeducted && ', deducted'}
          </small>
        </p>
      ))}
      {!invoice && depositInvoices.length > 0 && <p>{shown(leftToInvoice)} still to be invoiced</p>}
      {!invoice && <NotOwed estimate={estimate} />}
    </RailLink>
  );
}
