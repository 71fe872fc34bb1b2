import type { InvoiceStatus } from '../../shared/invoices/invoice-status.ts';
import { INVOICE_STATUS_LABELS, settledBy } from '../../shared/invoices/invoice-status.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';

/** @param amounts of the invoice, where they are known: nobody has paid what credit has settled */
export function InvoiceBadge({
  status,
  amounts,
}: {
  status: InvoiceStatus;
  amounts?: Parameters<typeof settledBy>[0];
}) {
  const isCredited = status === 'paid' && amounts && settledBy(amounts) === 'credit';
  return (
    <Badge tone={status} glyph={<StatusGlyph kind={status} />}>
      {isCredited ? 'Credited' : INVOICE_STATUS_LABELS[status]}
    </Badge>
  );
}
