import { clearDraft, readDraft, writeDraft } from '../../../lib/form-draft.ts';

/**
 * Transfers that were begun in this tab, by the file they send: a reload, or a dialog that was
 * closed by mistake, need not cost what has arrived. The server forgets them after a day.
 */
export interface KnownTransfer {
  key: string;
  uploadId: string;
}

const makeKey = ({ name, size, lastModified }: File) => `transfer:${size}:${lastModified}:${name}`;

export function knownTransfer(file: File): KnownTransfer | undefined {
  const known = readDraft<unknown>(makeKey(file));
  return isKnown(known) ? known : undefined;
}

export function rememberTransfer(file: File, transfer: unknown): void {
  if (!isKnown(transfer)) return;
  const { key, uploadId } = transfer;
  writeDraft(makeKey(file), { key, uploadId });
}

export function forgetTransfer(file: File): void {
  clearDraft(makeKey(file));
}

function isKnown(value: unknown): value is KnownTransfer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    'uploadId' in value &&
    typeof value.uploadId === 'string'
  );
}
