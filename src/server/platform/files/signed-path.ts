import { createHmac, timingSafeEqual } from 'node:crypto';
import { TRANSFER_PATH } from '../../../shared/files/server-paths.ts';
import { isFileKey } from './file-store.ts';

/** What an address of this server lets its bearer do: send these bytes, and no other. */
export interface Grant {
  key: string;
  /** A part of a transfer; without it the file in one piece. */
  part?: { uploadId: string; partNumber: number };
  /** Whose upload a file in one piece is. */
  owner?: string | undefined;
  maxBytes: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A path of this server that carries its own permission (HMAC-SHA256), as a presigned address does. */
export function signPath(secret: Buffer, grant: Grant): string {
  const query = new URLSearchParams({
    ...(grant.part
      ? { uploadId: grant.part.uploadId, partNumber: String(grant.part.partNumber) }
      : {}),
    ...(grant.owner === undefined ? {} : { owner: grant.owner }),
    max: String(grant.maxBytes),
    expires: String(grant.expiresAt),
    signature: signature(secret, grant),
  });
  return `${TRANSFER_PATH}${grant.key}?${query.toString()}`;
}

/** What a path grants; undefined for one that was not signed here or was altered since. */
export function readGrant(
  secret: Buffer,
  key: string,
  query: Record<string, unknown>,
): Grant | undefined {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === 'string' ? value : '';
  };
  const [uploadId, partNumber] = [text('uploadId'), text('partNumber')];
  const [max, expires, owner] = [text('max'), text('expires'), text('owner')];
  const whole = uploadId === '' && partNumber === '';
  if (!isFileKey(key) || !/^\d{1,15}$/.test(max) || !/^\d{1,15}$/.test(expires)) return undefined;
  if (!whole && !(/^[0-9a-f]{32}$/.test(uploadId) && /^\d{1,5}$/.test(partNumber))) {
    return undefined;
  }
  const grant: Grant = {
    key,
    ...(whole ? {} : { part: { uploadId, partNumber: Number(partNumber) } }),
    ...(owner === '' ? {} : { owner }),
    maxBytes: Number(max),
    expiresAt: Number(expires),
  };
  const given = Buffer.from(text('signature'));
  const expected = Buffer.from(signature(secret, grant));
  return given.length === expected.length && timingSafeEqual(given, expected) ? grant : undefined;
}

function signature(secret: Buffer, { key, part, owner, maxBytes, expiresAt }: Grant): string {
  const place = [key, part?.uploadId ?? '', part?.partNumber ?? '', owner ?? ''];
  const what = ['PUT', ...place, maxBytes, expiresAt];
  return createHmac('sha256', secret).update(what.join('\n')).digest('base64url');
}
