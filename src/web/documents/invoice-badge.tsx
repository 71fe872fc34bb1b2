import type { InvoiceStatus } from '../../shared/invoices/invoice-status.ts';
import { INVOICE_STATUS_LABELS, settledBy } from '../../shared/invoices/invoice-status.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import { ViewedBadge, ViewedMark } from './viewed-badge.tsx';

interface Props {
  status: InvoiceStatus;
  /** Of the invoice, where they are known: nobody has paid what credit has settled. */
  amounts?: Parameters<typeof settledBy>[0];
  /** The customer has opened it: said instead of 'Sent', and beside 'Overdue'. */
  isViewed?: boolean;
  /** There is room for a second word. */
  roomy?: boolean;
}

export function InvoiceBadge({ status, amounts, isViewed = false, roomy = false }: Props) {
  const isCredited = status === 'paid' && amounts && settledBy(amounts) === 'credit';
  if (status === 'sent' && isViewed) return <ViewedBadge />;
  const badge = (
    <Badge tone={status} glyph={<StatusGlyph kind={status} />}>
      {isCredited ? 'Credited' : INVOICE_STATUS_LABELS[status]}
    </Badge>
  );
  if (status !== 'overdue' || !isViewed) return badge;
  return (
    <span className="inline-flex items-center gap-1.5">
      {badge}
      {roomy ? <ViewedBadge /> : <ViewedMark />}
    </span>
  );
}
