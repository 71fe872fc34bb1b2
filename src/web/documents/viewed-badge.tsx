import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';

/** Of what is out and its customer has opened, by an email or by a link. */
export function ViewedBadge() {
  return (
    <span title="Opened by the customer">
      <Badge tone="sent" glyph={<StatusGlyph kind="viewed" />}>
        Viewed
      </Badge>
    </span>
  );
}
