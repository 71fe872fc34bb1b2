import type { Invoice } from '../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../shared/money/money.ts';
import { breakAmount } from '../ui/break-amount.ts';
import { formatPart } from './partly-paid.ts';

/** In a cell of 44 px: a second line under the first. */
const BELOW = 'block font-text text-12 leading-4 text-muted';

/** The total in a cell of a list, and first what of it is late, due or given up where that is a part. */
export function InvoiceAmount({ invoice }: { invoice: Invoice }) {
  const part = formatPart(invoice);
  if (!part) return breakAmount(formatMoney(money(invoice.total, invoice.currency)));
  const { amount, words, whole, wholeWords, isSaid } = part;
  return (
    <span className="block leading-[18px]">
      {breakAmount(amount)}
      {/* Where there is no room for words, the badge beside it says the same. */}
      <span className={isSaid ? '@max-[1061px]:sr-only' : undefined}> {words}</span>{' '}
      <small className={BELOW}>
        {breakAmount(whole)}
        {wholeWords && ` ${wholeWords}`}
      </small>
    </span>
  );
}
