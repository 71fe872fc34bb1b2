import type { Bounce } from './bounce.ts';
import { explainStatus, readMessageId } from './bounce.ts';

/** Of a report so many recipients at most: ours have eleven. */
const MOST_RECIPIENTS = 20;

type Fields = ReadonlyMap<string, string>;

/** Groups of fields, parted by blank lines (RFC 3464, 2.1); folded lines are one. */
function readGroups(text: string): Fields[] {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .slice(0, MOST_RECIPIENTS + 1)
    .map(
      (group) =>
        new Map(
          group.split('\n').flatMap((line): [string, string][] => {
            const colon = line.indexOf(':');
            if (colon <= 0) return [];
            return [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
          }),
        ),
    );
}

/** 'rfc822; marta@example.com' */
const readAddress = (field: string | undefined): string =>
  (field ?? '')
    .replace(/^[^;]{0,40};/, '')
    .trim()
    .replace(/^<|>$/g, '');

/** The Message-ID in the headers of the message that a report returns. */
export function findReturnedId(returned: readonly string[]): string | undefined {
  for (const text of returned) {
    const [headers = ''] = text.slice(0, 64_000).split(/\r?\n\r?\n/);
    const [fields] = readGroups(headers);
    const id = readMessageId(fields?.get('message-id'));
    if (id !== undefined) return id;
  }
  return undefined;
}

/**
 * What a delivery status (RFC 3464) says: a bounce for each recipient that it failed or was delayed for.
 * @param status the part message/delivery-status
 * @param returned the message or its headers, as they came back
 */
export function readDeliveryStatus(status: string, returned: readonly string[]): Bounce[] {
  const [message, ...recipients] = readGroups(status);
  const messageId = findReturnedId(returned) ?? readMessageId(message?.get('original-message-id'));
  if (messageId === undefined) return [];
  return recipients.flatMap((fields): Bounce[] => {
    const action = fields.get('action')?.toLowerCase();
    const [code = ''] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? [];
    const kind =
      action === 'failed' && !code.startsWith('2')
        ? ('hard' as const)
        : action === 'delayed'
          ? ('soft' as const)
          : undefined;
    // The final one may be where a mailbox leads to: what was written to is the original.
    const original = readAddress(fields.get('original-recipient'));
    const address = original || readAddress(fields.get('final-recipient'));
    if (!kind || !address) return [];
    const said = readAddress(fields.get('diagnostic-code'));
    return [{ kind, messageId, address, reason: explainStatus(code || '5.0.0', said) }];
  });
}

/** What a complaint says (RFC 5965): its recipient called the message spam. */
export function readComplaint(
  report: string,
  returned: readonly string[],
): (Pick<Bounce, 'kind' | 'messageId' | 'reason'> & { address: string | undefined }) | undefined {
  const [fields] = readGroups(report);
  const messageId = findReturnedId(returned);
  if (fields?.get('feedback-type')?.toLowerCase() !== 'abuse' || !messageId) return undefined;
  const address = readAddress(fields.get('original-rcpt-to')) || undefined;
  return { kind: 'complaint', messageId, address, reason: COMPLAINED };
}

export const COMPLAINED = 'The recipient marked it as spam';
