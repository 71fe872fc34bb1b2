import type { EstimateStatus } from '../../shared/estimates/estimate-status.ts';
import { ESTIMATE_STATUS_LABELS } from '../../shared/estimates/estimate-status.ts';
import type { BadgeTone } from '../ui/badge.tsx';
import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import { ViewedBadge } from './viewed-badge.tsx';

const TONES: Record<EstimateStatus, BadgeTone> = {
  draft: 'draft',
  sent: 'sent',
  accepted: 'paid',
  rejected: 'overdue',
  expired: 'caution',
};

export function EstimateBadge({
  status,
  isViewed = false,
}: {
  status: EstimateStatus;
  isViewed?: boolean;
}) {
  if (status === 'sent' && isViewed) return <ViewedBadge />;
  return (
    <Badge tone={TONES[status]} glyph={<StatusGlyph kind={status} />}>
      {ESTIMATE_STATUS_LABELS[status]}
    </Badge>
  );
}
