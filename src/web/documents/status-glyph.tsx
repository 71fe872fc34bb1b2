import type { CreditNoteStatus } from '../../shared/credit-notes/credit-note-status.ts';
import type { EstimateStatus } from '../../shared/estimates/estimate-status.ts';
import type { InvoiceStatus } from '../../shared/invoices/invoice-status.ts';
import { cx } from '../ui/cx.ts';

/** What a glyph can say: the statuses, and what happens to a document on its way. */
export type GlyphKind =
  | InvoiceStatus
  | EstimateStatus
  | CreditNoteStatus
  | 'refunded'
  | 'written_off'
  | 'viewed'
  | 'edited'
  | 'removed';

const COLORS: Partial<Record<GlyphKind, string>> = {
  sent: 'text-sent',
  viewed: 'text-sent',
  paid: 'text-paid',
  accepted: 'text-paid',
  overdue: 'text-overdue',
  rejected: 'text-overdue',
};

const CUT = 'var(--badge-ground, var(--surface))';

/** What stands in the ring or is cut from the disc: a stroke, a dot (its center and radius) or both. */
interface Mark {
  disc?: boolean;
  stroke?: { d: string; width: number };
  dot?: { cy: number; r: number };
}

const CHECKED: Mark = { disc: true, stroke: { d: 'm4.3 7.2 1.9 1.8 3.5-3.9', width: 1.5 } };

const MARKS: Record<GlyphKind, Mark> = {
  draft: {},
  sent: { stroke: { d: 'M4.6 7h4.6M7.2 5l2 2-2 2', width: 1.35 } },
  issued: { stroke: { d: 'M4.6 7h4.6M7.2 5l2 2-2 2', width: 1.35 } },
  viewed: { dot: { cy: 7, r: 2 } },
  edited: { stroke: { d: 'M4.6 7h4.8', width: 1.35 } },
  removed: { stroke: { d: 'm5.2 5.2 3.6 3.6m0-3.6L5.2 8.8', width: 1.35 } },
  paid: CHECKED,
  accepted: CHECKED,
  applied: CHECKED,
  refunded: { disc: true, stroke: { d: 'M9.4 7H4.8m2-2-2 2 2 2', width: 1.4 } },
  written_off: { disc: true, stroke: { d: 'M4.4 7h5.2', width: 1.5 } },
  rejected: { disc: true, stroke: { d: 'm5 5 4 4m0-4L5 9', width: 1.5 } },
  expired: { disc: true, stroke: { d: 'M7 3.9v3.3l2.1 1.3', width: 1.4 } },
  overdue: { disc: true, stroke: { d: 'M7 3.9v3.6', width: 1.6 }, dot: { cy: 9.9, r: 0.95 } },
};

/**
 * Outlined is expected, filled has happened: a dashed ring for a draft, a ring with an arrow for
 * sent, a filled disc for paid and overdue. 14 px; its word stands beside it.
 */
export function StatusGlyph({ kind }: { kind: GlyphKind }) {
  const { disc, stroke, dot } = MARKS[kind];
  const color = disc ? CUT : 'currentColor';
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {disc ? (
        <circle cx="7" cy="7" r="6.35" fill="currentColor" stroke="none" />
      ) : (
        <circle
          cx="7"
          cy="7"
          r="5.6"
          strokeWidth="1.5"
          {...(kind === 'draft' && { strokeDasharray: '2.2 2.2', strokeLinecap: 'butt' })}
        />
      )}
      {stroke && <path d={stroke.d} stroke={color} strokeWidth={stroke.width} />}
      {dot && <circle cx="7" cy={dot.cy} r={dot.r} fill={color} stroke="none" />}
    </svg>
  );
}

export const glyphColor = (kind: GlyphKind): string => COLORS[kind] ?? 'text-draft';

/** The glyph in its own color, beside the first of several lines, each 20 px high. */
export function StatusMark({ kind }: { kind: GlyphKind }) {
  return (
    <span className={cx('pt-[3px]', glyphColor(kind))}>
      <StatusGlyph kind={kind} />
    </span>
  );
}
