import type { KindName } from '../../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS, readContentText } from '../../../../shared/documents/document-content.ts';
import { AppError, invalidField } from '../../../../shared/errors/app-error.ts';
import type { DocumentTerms } from '../read-terms.ts';

/** What a number is refused for, as a call gives it: whether it may be typed decides the kind's series. */

/** @throws AppError VALIDATION (none, where it is typed), CONFLICT (one, where a series gives it) */
export function checkNewNumber(
  kind: KindName,
  number: string,
  { seriesKinds }: Pick<DocumentTerms, 'seriesKinds'>,
): void {
  if (!seriesKinds.includes(kind)) requireNumber(kind, number);
  else if (number !== '') refuseTyped(kind);
}

interface Numbered {
  seriesId: number | null;
  issueDate: string;
}

/**
 * A number sent back as it was answered changes nothing.
 * @throws AppError as `checkNewNumber`; CONFLICT for another issue date than the number was given for
 */
export function checkChangedNumber(
  kind: KindName,
  stored: Numbered,
  input: { issueDate?: string | undefined },
  { seriesKinds }: Pick<DocumentTerms, 'seriesKinds'>,
): void {
  const path = DOCUMENT_KINDS[kind].number;
  const before = readContentText(stored, path);
  if (Reflect.get(input, path) !== undefined && readContentText(input, path) !== before) {
    requireNumber(kind, readContentText(input, path));
    if (stored.seriesId !== null || seriesKinds.includes(kind)) refuseTyped(kind);
  }
  const { issueDate = stored.issueDate } = input;
  if (stored.seriesId === null || issueDate === stored.issueDate) return;
  const message = `${before} was assigned for its issue date, so that date can no longer change`;
  throw new AppError('CONFLICT', message, { fields: [{ path: 'issueDate', message }] });
}

const INSTEAD: Record<KindName, string> = {
  invoice: 'Credit this invoice, or correct it.',
  estimate: 'Mark it as rejected instead.',
  credit_note: 'Make an invoice of the same amount.',
};

/** @throws AppError CONFLICT for a document with a number of a series, which would be missing from it */
export function refuseDeletionOfNumbered(
  kind: KindName,
  stored: { seriesId: number | null },
): void {
  if (stored.seriesId === null) return;
  const { name, number } = DOCUMENT_KINDS[kind];
  throw new AppError(
    'CONFLICT',
    `${name} ${readContentText(stored, number)} has a number of a series and cannot be deleted. ${INSTEAD[kind]}`,
  );
}

function requireNumber(kind: KindName, number: string): void {
  const { name, number: path } = DOCUMENT_KINDS[kind];
  if (number === '') throw invalidField(path, `${name} number is required`);
}

function refuseTyped(kind: KindName): never {
  const { name, number: path } = DOCUMENT_KINDS[kind];
  const message = `${name} numbers come from a series: leave this empty, the number is assigned when the ${name.toLowerCase()} is issued`;
  throw new AppError('CONFLICT', message, { fields: [{ path, message }] });
}
