import type { ErrorCode } from '../../../shared/errors/app-error.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * What can go wrong between a document and its PDF:
 * - `document_too_large`: more lines or more text than one document may have;
 * - `document_invalid`: a color, pay address or logo that the engine refuses, or no layout;
 * - `busy`: more documents are waiting than the engine takes on, or one waited too long;
 * - `timeout`: the renderer took longer than its limit and was replaced;
 * - `renderer_died`: the renderer ended in the middle of the document and was replaced;
 * - `unavailable`: renderers cannot be started;
 * - `cancelled`: the caller's signal was aborted;
 * - `closed`: the engine has been closed.
 */
export type PdfErrorReason =
  | 'document_too_large'
  | 'document_invalid'
  | 'busy'
  | 'timeout'
  | 'renderer_died'
  | 'unavailable'
  | 'cancelled'
  | 'closed';

const CODES: Partial<Record<PdfErrorReason, ErrorCode>> = {
  document_too_large: 'TOO_LARGE',
  document_invalid: 'BAD_REQUEST',
};

/** An AppError whose `reason` says more: 413 and 400 for the document, 503 for everything else. */
export class PdfError extends AppError {
  readonly reason: PdfErrorReason;

  constructor(reason: PdfErrorReason, message: string) {
    super(CODES[reason] ?? 'BUSY', message, { reason });
    this.name = 'PdfError';
    this.reason = reason;
  }
}
