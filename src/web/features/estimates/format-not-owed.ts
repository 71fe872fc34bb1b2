import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';

/**
 * What is to be known before an estimate becomes its final invoice: a deposit of which a part was refunded or
 * written off is deducted whole. Undefined where there is none.
 */
export function formatNotOwed({
  depositInvoices,
  currency,
}: Pick<EstimateDetail, 'currency' | 'depositInvoices'>): string | undefined {
  const some = depositInvoices.filter(({ notOwed }) => isPositive(money(notOwed, currency)));
  if (some.length === 0) return undefined;
  const each = some.map(
    ({ invoiceNumber, notOwed }) =>
      `${formatMoney(money(notOwed, currency))} of deposit invoice ${shownNumber(invoiceNumber)} was refunded or written off, and is deducted all the same.`,
  );
  return [...each, 'To ask for it in the final invoice, credit the deposit invoice first.'].join(
    ' ',
  );
}
