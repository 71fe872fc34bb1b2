import { Link } from 'react-router';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { RailLink } from '../../../documents/detail/document-rail.tsx';

/** The deposit invoices that an invoice deducts, or the final invoice that deducts it. */
export function InvoiceDeposits({ invoice }: { invoice: InvoiceDetail }) {
  const { deductions, whole, deductedBy, currency } = invoice;
  const shown = (amount: string) => formatMoney(money(amount, currency));
  return (
    <>
      {whole && (
        <RailLink title={deductions.length === 1 ? 'Deposit' : 'Deposits'}>
          {deductions.map(({ invoiceId, invoiceNumber, total }) => (
            <p key={invoiceId} className="flex justify-between gap-2">
              <Link to={`/invoices/${invoiceId}`}>{invoiceNumber}</Link>
              {/* Of the amount alone: it would space the hyphens of a number. */}
              <span className="tabular-nums">{shown(total)} deducted</span>
            </p>
          ))}
          <p>Of {shown(whole.total)} in all</p>
        </RailLink>
      )}
      {deductedBy && (
        <RailLink title="Final invoice">
          <Link to={`/invoices/${deductedBy.id}`}>{shownNumber(deductedBy.invoiceNumber)}</Link>
        </RailLink>
      )}
    </>
  );
}
