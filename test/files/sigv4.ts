import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is signed with this key, as Amazon describes it (Signature Version 4, in the
 * Authorization header or in the address). Written from the description and not with its client, so
 * that the two check each other.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** @returns undefined when it holds, or the error's code and message as S3 says it. */
export function refuse(
  request: IncomingMessage,
  body: Buffer,
  keys: Keys,
  now: Date,
): [code: string, message: string] | undefined {
  const url = new URL(request.url ?? '/', 'http://host');
  const query = url.searchParams;
  const inAddress = query.has('X-Amz-Signature');
  const header = (name: string) => String(request.headers[name] ?? '');
  const told = inAddress ? fromAddress(query) : fromHeader(header('authorization'));
  if (!told) return ['AccessDenied', 'The request is not signed'];
  const date = inAddress ? (query.get('X-Amz-Date') ?? '') : header('x-amz-date');
  const [key, day, region, service, end] = told.credential.split('/');
  if (key !== keys.accessKeyId) return ['InvalidAccessKeyId', 'There is no such key'];
  if (
    day !== date.slice(0, 8) ||
    region !== keys.region ||
    `${service}/${end}` !== 's3/aws4_request'
  )
    return ['AuthorizationHeaderMalformed', 'The credential scope is wrong'];
  const signedAt = parseDate(date);
  const lasts = inAddress ? Number(query.get('X-Amz-Expires')) : 15 * 60;
  if (!(lasts > 0 && lasts <= 604_800))
    return ['AuthorizationQueryParametersError', 'X-Amz-Expires'];
  if (now.getTime() > signedAt + lasts * 1000) return ['AccessDenied', 'Request has expired'];
  if (!told.signedHeaders.includes('host')) return ['AccessDenied', 'host must be signed'];

  const payload = inAddress ? 'UNSIGNED-PAYLOAD' : header('x-amz-content-sha256');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) {
    return ['XAmzContentSHA256Mismatch', 'The body is not the one that was signed'];
  }
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(request.url ?? ''),
    ...told.signedHeaders.map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}`),
    '',
    told.signedHeaders.join(';'),
    payload,
  ].join('\n');
  const scope = [day, region, service, end].join('/');
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signing = [day, region, service, end].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part ?? ''),
    `AWS4${keys.secretAccessKey}`,
  );
  return hmac(signing, text).toString('hex') === told.signature
    ? undefined
    : ['SignatureDoesNotMatch', 'The signature is not that of this request'];
}

function fromHeader(authorization: string) {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!found) return undefined;
  const [, credential = '', signedHeaders = '', signature = ''] = found;
  return { credential, signedHeaders: signedHeaders.split(';'), signature };
}

function fromAddress(query: URLSearchParams) {
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
  };
}

function canonicalQuery(address: string): string {
  const [, text = ''] = address.split('?');
  return text
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('X-Amz-Signature='))
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .toSorted()
    .join('&');
}

/** '20261121T120000Z' */
function parseDate(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) =>
  createHmac('sha256', key).update(data).digest();
