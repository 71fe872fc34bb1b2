export interface HistoryEntry {
  type: string;
  data: Record<string, unknown>;
}

const readRecipient = ({ data: { to } }: HistoryEntry) => (typeof to === 'string' ? to : '');
const readMessageId = (entry: HistoryEntry) =>
  `${entry.data['kind'] === 'receipt' ? 'receipt' : 'document'} ${readRecipient(entry)}`;

/** Whether an entry tells how a sending ended. A status set by hand names no address. */
const isOutcome = (entry: HistoryEntry): boolean =>
  entry.type === 'email.sent' ||
  entry.type === 'email.failed' ||
  (/^(invoice|estimate|credit_note)\.sent$/.test(entry.type) && readRecipient(entry).includes('@'));

/**
 * A history without the entries of messages that were queued and have come to an end since: one
 * sending is told once.
 * @param history newest first
 */
export function withoutOvertaken<T extends HistoryEntry>(history: T[]): T[] {
  const ended = new Map<string, number>();
  return history.filter((entry) => {
    const message = readMessageId(entry);
    const left = ended.get(message) ?? 0;
    if (isOutcome(entry)) ended.set(message, left + 1);
    if (entry.type !== 'email.queued' || left === 0) return true;
    ended.set(message, left - 1);
    return false;
  });
}
