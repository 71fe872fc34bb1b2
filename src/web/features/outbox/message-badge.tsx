import type { Email } from '../../../shared/invoices/invoice.contract.ts';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import { Badge } from '../../ui/badge.tsx';

const LOOK = {
  queued: { tone: 'draft', label: 'Queued' },
  sent: { tone: 'sent', label: 'Sent' },
  failed: { tone: 'overdue', label: 'Failed' },
} as const;

export function MessageBadge({ status }: Pick<Email, 'status'>) {
  const { tone, label } = LOOK[status];
  return (
    <Badge tone={tone} glyph={<StatusGlyph kind={tone} />}>
      {label}
    </Badge>
  );
}
