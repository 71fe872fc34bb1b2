import { Badge } from '../ui/badge.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { glyphColor, StatusGlyph } from './status-glyph.tsx';

const BY_WHOM = 'Opened by the customer';

/** Of what is out and its customer has opened, by an email or by a link. */
export function ViewedBadge() {
  return (
    <span title={BY_WHOM}>
      <Badge tone="sent" glyph={<StatusGlyph kind="viewed" />}>
        Viewed
      </Badge>
    </span>
  );
}

/** The same beside a status that is told first, where there is no room for the word. */
export function ViewedMark() {
  return (
    <span title={BY_WHOM} className={`flex-none ${glyphColor('viewed')}`}>
      <StatusGlyph kind="viewed" />
      <VisuallyHidden>Viewed</VisuallyHidden>
    </span>
  );
}
