import type { InvoiceStatus } from '../../shared/invoices/invoice-status.ts';
import { INVOICE_STATUS_LABELS, settledBy } from '../../shared/invoices/invoice-status.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import { ViewedBadge } from './viewed-badge.tsx';

/**
 * @param amounts of the invoice, where they are known: nobody has paid what credit has settled
 * @param isViewed whether the customer has opened it: said of one that was sent and waits
 */
export function InvoiceBadge({
  status,
  amounts,
  isViewed = false,
}: {
  status: InvoiceStatus;
  amounts?: Parameters<typeof settledBy>[0];
  isViewed?: boolean;
}) {
  const isCredited = status === 'paid' && amounts && settledBy(amounts) === 'credit';
  if (status === 'sent' && isViewed) return <ViewedBadge />;
  return (
    <Badge tone={status} glyph={<StatusGlyph kind={status} />}>
      {isCredited ? 'Credited' : INVOICE_STATUS_LABELS[status]}
    </Badge>
  );
}
