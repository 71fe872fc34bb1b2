import type { InvoiceStatus } from './invoice-status.ts';

/** How customers read of an adjustment. Of an open invoice all may have gone back, and a part of it be owed. */
export const adjustedLabel = (status: InvoiceStatus): string =>
  status === 'paid' ? 'Refunded' : 'Refunded, not owed again';
