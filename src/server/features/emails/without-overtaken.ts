export interface HistoryEntry {
  type: string;
  data: Record<string, unknown>;
}

const addressOf = ({ data: { to } }: HistoryEntry) => (typeof to === 'string' ? to : '');
const messageOf = (entry: HistoryEntry) =>
  `${entry.data['kind'] === 'receipt' ? 'receipt' : 'document'} ${addressOf(entry)}`;

/** Whether an entry tells how a sending ended. A status set by hand names no address. */
const tellsOutcome = (entry: HistoryEntry): boolean =>
  entry.type === 'email.sent' ||
  entry.type === 'email.failed' ||
  (/^(invoice|estimate|credit_note)\.sent$/.test(entry.type) && addressOf(entry).includes('@'));

/**
 * A history without the entries of messages that were queued and have come to an end since: one
 * sending is told once.
 * @param history newest first
 */
export function withoutOvertaken<T extends HistoryEntry>(history: T[]): T[] {
  const ended = new Map<string, number>();
  return history.filter((entry) => {
    const message = messageOf(entry);
    const left = ended.get(message) ?? 0;
    if (tellsOutcome(entry)) ended.set(message, left + 1);
    if (entry.type !== 'email.queued' || left === 0) return true;
    ended.set(message, left - 1);
    return false;
  });
}
