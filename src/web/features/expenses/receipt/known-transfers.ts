/**
 * Transfers that were begun in this tab, by the file they send: a reload, or a dialog that was
 * closed by mistake, need not cost what has arrived. The server forgets them after a day.
 */
export interface KnownTransfer {
  key: string;
  uploadId: string;
}

const nameOf = ({ name, size, lastModified }: File) =>
  `remit:transfer:${size}:${lastModified}:${name}`;

export function knownTransfer(file: File): KnownTransfer | undefined {
  try {
    const known = JSON.parse(sessionStorage.getItem(nameOf(file)) ?? 'null') as unknown;
    return isKnown(known) ? known : undefined;
  } catch {
    return undefined;
  }
}

export function rememberTransfer(file: File, transfer: unknown): void {
  if (!isKnown(transfer)) return;
  const { key, uploadId } = transfer;
  try {
    sessionStorage.setItem(nameOf(file), JSON.stringify({ key, uploadId }));
  } catch {
    // Without storage a reload begins anew.
  }
}

export function forgetTransfer(file: File): void {
  try {
    sessionStorage.removeItem(nameOf(file));
  } catch {
    // Nothing was stored.
  }
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
