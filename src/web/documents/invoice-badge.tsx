import type { InvoiceStatus } from '../../shared/invoices/invoice-status.ts';
import { INVOICE_STATUS_LABELS } from '../../shared/invoices/invoice-status.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';

export function InvoiceBadge({ status }: { status: InvoiceStatus }) {
  return (
    <Badge tone={status} glyph={<StatusGlyph kind={status} />}>
      {INVOICE_STATUS_LABELS[status]}
    </Badge>
  );
}
