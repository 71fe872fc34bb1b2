import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/secrets/master-key.ts';

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
  data.write(businessId.replaceAll('-', ''), 'hex');
  data.writeBigUInt64BE(BigInt(emailId), 16);
  return data;
}

function reportMac(masterKey: Buffer, data: Buffer): Buffer {
  const key = deriveKey(masterKey, 'report links');
  return createHmac('sha256', key).update(data).digest().subarray(0, MAC_BYTES);
}

/** What stands in the link by which a message's recipient can report it. */
export function reportToken(masterKey: Buffer, message: ReportedMessage): string {
  const data = reportData(message);
  return Buffer.concat([data, reportMac(masterKey, data)]).toString('base64url');
}

/** The message that a link is of; undefined for what was not made here. */
export function readReportToken(masterKey: Buffer, token: string): ReportedMessage | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The last letter has bits to spare: one link has one spelling.
  if (bytes.toString('base64url') !== token) return undefined;
  const data = bytes.subarray(0, DATA_BYTES);
  if (!timingSafeEqual(bytes.subarray(DATA_BYTES), reportMac(masterKey, data))) return undefined;
  const hex = data.toString('hex', 0, 16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ];
  return { businessId: groups.join('-'), emailId: Number(data.readBigUInt64BE(16)) };
}

export function reportUrl(appUrl: string, token: string): string {
  return `${appUrl}/report/${token}`;
}
