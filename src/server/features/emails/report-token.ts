import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/secrets/master-key.ts';
import { uuidBytes, formatUuid } from '../../platform/secrets/uuid-bytes.ts';

/** Who reads which message. */
export interface ReadMessage {
  businessId: string;
  emailId: number;
  /** The recipient, or who has a copy; undefined of links of earlier versions, which were the recipient's. */
  reader?: string | undefined;
}

const MAC_BYTES = 16;
const MESSAGE_BYTES = 24;
/** Together with an address of 254 bytes (RFC 5321, 4.5.3.1.3) at most, in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{54,392}$/;

/** Actor (16 bytes), message (8 bytes) and address, signed: whoever was sent it needs no account. */
function linkData({ businessId, emailId, reader = '' }: ReadMessage): Buffer {
  const message = Buffer.alloc(MESSAGE_BYTES);
  uuidBytes(businessId).copy(message);
  message.writeBigUInt64BE(BigInt(emailId), 16);
  return Buffer.concat([message, Buffer.from(reader)]);
}

type Purpose = 'report links' | 'unsubscribe links';

function messageMac(masterKey: Buffer, purpose: Purpose, data: Buffer): Buffer {
  const key = deriveKey(masterKey, purpose);
  return createHmac('sha256', key).update(data).digest().subarray(0, MAC_BYTES);
}

const messageToken =
  (purpose: Purpose) =>
  (masterKey: Buffer, message: ReadMessage): string => {
    const data = linkData(message);
    return Buffer.concat([data, messageMac(masterKey, purpose, data)]).toString('base64url');
  };

/** What stands in the links by which each reader of a message can report it, and unsubscribe. */
export const reportToken = messageToken('report links');
export const unsubscribeToken = messageToken('unsubscribe links');

const readToken =
  (purpose: Purpose) =>
  (masterKey: Buffer, token: string): ReadMessage | undefined => {
    if (!TOKEN.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    // The last letter has bits to spare: one link has one spelling.
    if (bytes.toString('base64url') !== token) return undefined;
    const data = bytes.subarray(0, -MAC_BYTES);
    const mac = messageMac(masterKey, purpose, data);
    if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), mac)) return undefined;
    const reader = data.subarray(MESSAGE_BYTES).toString() || undefined;
    return { businessId: formatUuid(data), emailId: Number(data.readBigUInt64BE(16)), reader };
  };

/** Whose link it is; undefined for what was not made here. */
export const readReportToken = readToken('report links');
export const readUnsubscribeToken = readToken('unsubscribe links');

export const reportUrl = (appUrl: string, token: string): string => `${appUrl}/report/${token}`;

export const unsubscribeUrl = (appUrl: string, token: string): string =>
  `${appUrl}/unsubscribe/${token}`;
