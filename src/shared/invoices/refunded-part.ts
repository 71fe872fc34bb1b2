import type { Decimal } from '../money/money.ts';
import { hundredths, toDecimal } from '../money/money.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/**
 * What of a paid invoice has gone back to its customer: it stays paid, with less received than its
 * total. undefined where nothing has, and where it is not known what came.
 */
export function refundedPart(invoice: {
  status: InvoiceStatus;
  total: Decimal | null;
  amountReceived: Decimal;
}): Decimal | undefined {
  const { status, total, amountReceived } = invoice;
  if (status !== 'paid' || total === null || hundredths(amountReceived) <= 0n) return undefined;
  const back = hundredths(total) - hundredths(amountReceived);
  return back > 0n ? toDecimal(back) : undefined;
}
