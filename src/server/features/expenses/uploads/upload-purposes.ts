import { AppError } from '../../../../shared/errors/app-error.ts';
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_TOO_LARGE,
  RECEIPT_TYPES,
  RECEIPT_WRONG_TYPE,
} from '../../../../shared/expenses/receipt-rules.ts';

export const CONTENT_TYPES = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;
export type ContentType = keyof typeof CONTENT_TYPES;

export interface Purpose {
  name: 'receipt';
  /** Where its files lie, and what their addresses begin with. */
  folder: string;
  maxBytes: number;
  types: readonly ContentType[];
  /** The refusals. */
  tooLarge: string;
  wrongType: string;
}

/** What may be sent for what. */
export const PURPOSES: Record<'receipt', Purpose> = {
  receipt: {
    name: 'receipt',
    folder: 'receipts',
    maxBytes: MAX_RECEIPT_BYTES,
    types: RECEIPT_TYPES,
    tooLarge: RECEIPT_TOO_LARGE,
    wrongType: RECEIPT_WRONG_TYPE,
  },
};

export function tooLarge(purpose: Purpose): AppError {
  return new AppError('TOO_LARGE', purpose.tooLarge);
}

/** @param more what to do about it, such as ': send this picture as a JPEG' */
export function wrongType(purpose: Purpose, more = ''): AppError {
  return new AppError('UNSUPPORTED_TYPE', purpose.wrongType + more);
}
