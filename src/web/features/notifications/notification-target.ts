import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';

/** The page of what it is about; undefined when that is gone. */
export function findTarget({
  type,
  invoiceId,
  estimateId,
}: Pick<Notification, 'type' | 'invoiceId' | 'estimateId'>): string | undefined {
  if (type === 'trial.nearly_used' || type === 'trial.used_up') return '/subscribe';
  if (invoiceId !== null) return `/invoices/${invoiceId}`;
  if (estimateId !== null) return `/estimates/${estimateId}`;
  return undefined;
}

const GLYPHS: Record<Notification['type'], GlyphKind> = {
  'invoice.paid': 'paid',
  'invoice.overdue': 'overdue',
  'invoice.viewed': 'viewed',
  'payment.review': 'overdue',
  'payment.failed': 'overdue',
  'payment.overpaid': 'overdue',
  'payment.disputed': 'overdue',
  'email.failed': 'overdue',
  'estimate.viewed': 'viewed',
  'estimate.accepted': 'paid',
  'estimate.expired': 'removed',
  'trial.nearly_used': 'draft',
  'trial.used_up': 'overdue',
};

export const chooseGlyph = (type: Notification['type']): GlyphKind => GLYPHS[type];
