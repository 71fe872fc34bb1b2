import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/secrets/master-key.ts';
import { uuidBytes, formatUuid } from '../../platform/secrets/uuid-bytes.ts';

export interface ReportedMessage {
  businessId: string;
  emailId: number;
}

const MAC_BYTES = 16;
const DATA_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{54}$/;

/** Actor (16 bytes) and message (8 bytes), signed: whoever was sent it needs no account. */
function reportData({ businessId, emailId }: ReportedMessage): Buffer {
  const data = Buffer.alloc(DATA_BYTES);
  uuidBytes(businessId).copy(data);
  data.writeBigUInt64BE(BigInt(emailId), 16);
  return data;
}

type Purpose = 'report links' | 'unsubscribe links';

function messageMac(masterKey: Buffer, purpose: Purpose, data: Buffer): Buffer {
  const key = deriveKey(masterKey, purpose);
  return createHmac('sha256', key).update(data).digest().subarray(0, MAC_BYTES);
}

const messageToken = (purpose: Purpose) => (masterKey: Buffer, message: ReportedMessage) => {
  const data = reportData(message);
  return Buffer.concat([data, messageMac(masterKey, purpose, data)]).toString('base64url');
};

/** What stands in the links by which a message's recipient can report it, and unsubscribe. */
export const reportToken = messageToken('report links');
export const unsubscribeToken = messageToken('unsubscribe links');

const readToken =
  (purpose: Purpose) =>
  (masterKey: Buffer, token: string): ReportedMessage | undefined => {
    if (!TOKEN.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    // The last letter has bits to spare: one link has one spelling.
    if (bytes.toString('base64url') !== token) return undefined;
    const data = bytes.subarray(0, DATA_BYTES);
    const mac = messageMac(masterKey, purpose, data);
    if (!timingSafeEqual(bytes.subarray(DATA_BYTES), mac)) return undefined;
    return { businessId: formatUuid(data), emailId: Number(data.readBigUInt64BE(16)) };
  };

/** The message that a link is of; undefined for what was not made here. */
export const readReportToken = readToken('report links');
export const readUnsubscribeToken = readToken('unsubscribe links');

export const reportUrl = (appUrl: string, token: string): string => `${appUrl}/report/${token}`;

export const unsubscribeUrl = (appUrl: string, token: string): string =>
  `${appUrl}/unsubscribe/${token}`;
