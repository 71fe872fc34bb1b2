import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Keys } from './sigv4.ts';
import { refuse } from './sigv4.ts';

const MIN_PART = 5 * 1024 * 1024;

interface Transfer {
  key: string;
  parts: Map<number, Buffer>;
}

interface Reply {
  status: number;
  body?: string | Buffer | undefined;
  headers?: Record<string, string>;
}

/**
 * A server that speaks as much of the S3 protocol as a file store needs, holds what it is given in
 * memory, and takes nothing that is not signed: objects, transfers in parts, copies, addresses that
 * expire, and what a browser of another origin asks for (CORS).
 */
export interface S3Server {
  url: string;
  bucket: string;
  keys: Keys;
  objects: Map<string, Buffer>;
  transfers: Map<string, Transfer>;
  /** Requests that were served: 'PUT receipts/….pdf?partNumber=1'. */
  log: string[];
  /** Settings for a server that keeps its files here. */
  env: Record<string, string>;
  /** What its clock says. */
  now: () => Date;
  /** Asked before a request is served; `true` breaks the connection off. */
  breaksOff: (request: IncomingMessage) => boolean;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const bucket = 'remit-files';
  const keys: Keys = {
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'a/secret+key',
    region: 'eu-test-1',
  };
  const http = createServer((request, response) => {
    if (server.breaksOff(request)) {
      request.destroy();
      return;
    }
    void readBody(request).then(
      (body) => {
        const { status, body: answer, headers } = serve(server, request, body);
        response.writeHead(status, { ...headers, ...cors(request) });
        response.end(request.method === 'HEAD' ? undefined : answer);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((go) => http.listen(0, '127.0.0.1', go));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: S3Server = {
    url,
    bucket,
    keys,
    objects: new Map(),
    transfers: new Map(),
    log: [],
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: url,
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    now: () => new Date(),
    breaksOff: () => false,
    close: () =>
      new Promise((go) => {
        http.closeAllConnections();
        http.close(() => go());
      }),
  };
  return server;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** As a bucket is set up for browsers: parts may be put, and their ETag may be read. */
function cors(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  if (!origin) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type',
    'access-control-expose-headers': 'ETag',
  };
}

function serve(server: S3Server, request: IncomingMessage, body: Buffer): Reply {
  if (request.method === 'OPTIONS') return { status: 204 };
  const url = new URL(request.url ?? '/', server.url);
  const refused = refuse(request, body, server.keys, server.now());
  if (refused) return fault(403, ...refused);
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== server.bucket) return fault(404, 'NoSuchBucket', 'There is no such bucket');
  const key = decodeURIComponent(rest.join('/'));
  const uploadId = url.searchParams.get('uploadId');
  const shown = ['uploads', 'partNumber', 'uploadId'].filter((name) => url.searchParams.has(name));
  server.log.push(`${request.method} ${key}${shown.length > 0 ? `?${shown.join('&')}` : ''}`);
  if (url.searchParams.has('uploads')) return begin(server, key);
  if (uploadId !== null) {
    return serveTransfer(server, request.method ?? '', key, uploadId, url, body);
  }
  return serveObject(server, request, key, body);
}

function serveObject(server: S3Server, request: IncomingMessage, key: string, body: Buffer): Reply {
  const { objects, bucket } = server;
  const copied = request.headers['x-amz-copy-source'];
  const stored = objects.get(
    typeof copied === 'string' ? decodeURIComponent(copied).replace(`${bucket}/`, '') : key,
  );
  if (request.method === 'PUT') {
    if (copied !== undefined && !stored) return fault(404, 'NoSuchKey', 'No such object');
    objects.set(key, stored && copied !== undefined ? stored : body);
    return copied === undefined
      ? { status: 200, headers: { etag: computeEtag(body) } }
      : xml(`<CopyObjectResult><ETag>${computeEtag(stored ?? body)}</ETag></CopyObjectResult>`);
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (!stored) return fault(404, 'NoSuchKey', 'No such object');
  return {
    status: 200,
    body: stored,
    headers: { 'content-length': String(stored.length), etag: computeEtag(stored) },
  };
}

function begin(server: S3Server, key: string): Reply {
  // As long as some stores make theirs, and with what an address must encode.
  const uploadId = `${randomBytes(150).toString('base64')}`;
  server.transfers.set(uploadId, { key, parts: new Map() });
  return xml(
    `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function serveTransfer(
  server: S3Server,
  method: string,
  key: string,
  uploadId: string,
  url: URL,
  body: Buffer,
): Reply {
  const transfer = server.transfers.get(uploadId);
  if (transfer?.key !== key) return fault(404, 'NoSuchUpload', 'No such upload');
  const { parts } = transfer;
  if (method === 'PUT') {
    parts.set(Number(url.searchParams.get('partNumber')), body);
    return { status: 200, headers: { etag: computeEtag(body) } };
  }
  if (method === 'DELETE') {
    server.transfers.delete(uploadId);
    return { status: 204 };
  }
  if (method === 'GET') {
    const after = Number(url.searchParams.get('part-number-marker') ?? 0);
    const all = [...parts].toSorted(([a], [b]) => a - b).filter(([number]) => number > after);
    // One to a page, so that reading on is part of every test.
    const page = all.slice(0, 1);
    return xml(
      `<ListPartsResult><IsTruncated>${all.length > 1}</IsTruncated><NextPartNumberMarker>${page[0]?.[0] ?? 0}</NextPartNumberMarker>${page
        .map(
          ([number, bytes]) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${computeEtag(bytes)}</ETag><Size>${bytes.length}</Size></Part>`,
        )
        .join('')}</ListPartsResult>`,
    );
  }
  return complete(server, uploadId, transfer, body.toString());
}

function complete(
  server: S3Server,
  uploadId: string,
  { key, parts }: Transfer,
  text: string,
): Reply {
  const named = [...text.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));
  const chosen: Buffer[] = [];
  for (const { number, etag } of named) {
    const bytes = parts.get(number);
    if (!bytes || computeEtag(bytes) !== etag) return fault(400, 'InvalidPart', 'No such part');
    chosen.push(bytes);
  }
  if (chosen.slice(0, -1).some((bytes) => bytes.length < MIN_PART)) {
    return fault(400, 'EntityTooSmall', 'A part is smaller than 5 MiB');
  }
  server.objects.set(key, Buffer.concat(chosen));
  server.transfers.delete(uploadId);
  return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

const computeEtag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function xml(body: string): Reply {
  return {
    status: 200,
    body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
    headers: { 'content-type': 'application/xml' },
  };
}

function fault(status: number, code: string, message: string): Reply {
  return {
    ...xml(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`),
    status,
  };
}
