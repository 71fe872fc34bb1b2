import type { EstimateStatus } from '../../shared/estimates/estimate-status.ts';
import type { InvoiceStatus } from '../../shared/invoices/invoice-status.ts';

/** What a glyph can say: the statuses, and what happens to a document on its way. */
export type GlyphKind = InvoiceStatus | EstimateStatus | 'viewed' | 'edited' | 'removed';

const CUT = 'var(--badge-ground, var(--surface))';

/**
 * Outlined is expected, filled has happened: a dashed ring for a draft, a ring with an arrow for
 * sent, a filled disc for paid and overdue. 14 px; its word stands beside it.
 */
export function StatusGlyph({ kind }: { kind: GlyphKind }) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <Shape kind={kind} />
    </svg>
  );
}

function Shape({ kind }: { kind: GlyphKind }) {
  switch (kind) {
    case 'draft':
      return <circle cx="7" cy="7" r="5.6" strokeWidth="1.5" strokeDasharray="2.2 2.2" />;
    case 'sent':
      return (
        <>
          <circle cx="7" cy="7" r="5.6" strokeWidth="1.5" />
          <path
            d="M4.6 7h4.6M7.2 5l2 2-2 2"
            strokeWidth="1.35"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
    case 'viewed':
      return (
        <>
          <circle cx="7" cy="7" r="5.6" strokeWidth="1.5" />
          <circle cx="7" cy="7" r="2" fill="currentColor" stroke="none" />
        </>
      );
    case 'edited':
      return (
        <>
          <circle cx="7" cy="7" r="5.6" strokeWidth="1.5" />
          <path d="M4.6 7h4.8" strokeWidth="1.35" strokeLinecap="round" />
        </>
      );
    case 'removed':
      return (
        <>
          <circle cx="7" cy="7" r="5.6" strokeWidth="1.5" />
          <path d="m5.2 5.2 3.6 3.6m0-3.6L5.2 8.8" strokeWidth="1.35" strokeLinecap="round" />
        </>
      );
    case 'paid':
    case 'accepted':
      return (
        <>
          <circle cx="7" cy="7" r="6.35" fill="currentColor" stroke="none" />
          <path
            d="m4.3 7.2 1.9 1.8 3.5-3.9"
            stroke={CUT}
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
    case 'rejected':
      return (
        <>
          <circle cx="7" cy="7" r="6.35" fill="currentColor" stroke="none" />
          <path d="m5 5 4 4m0-4L5 9" stroke={CUT} strokeWidth="1.5" strokeLinecap="round" />
        </>
      );
    case 'expired':
      return (
        <>
          <circle cx="7" cy="7" r="6.35" fill="currentColor" stroke="none" />
          <path
            d="M7 3.9v3.3l2.1 1.3"
            stroke={CUT}
            strokeWidth="1.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
    case 'overdue':
      return (
        <>
          <circle cx="7" cy="7" r="6.35" fill="currentColor" stroke="none" />
          <path d="M7 3.9v3.6" stroke={CUT} strokeWidth="1.6" strokeLinecap="round" />
          <circle cx="7" cy="9.9" r=".95" fill={CUT} stroke="none" />
        </>
      );
  }
}
