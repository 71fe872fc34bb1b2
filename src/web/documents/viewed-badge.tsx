import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';

/** Of what was sent and its customer has opened. */
export function ViewedBadge() {
  return (
    <span title="Sent, and opened by the customer">
      <Badge tone="sent" glyph={<StatusGlyph kind="viewed" />}>
        Viewed
      </Badge>
    </span>
  );
}
