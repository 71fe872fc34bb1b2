import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wholeNumber } from '../../../shared/contract/fields.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { INCOMING, isFileKey } from '../files/file-store.ts';
import { isLocal } from '../files/open-files.ts';
import { registerTransfers } from '../files/transfer.routes.ts';
import type { ResolveSession } from '../http/api-routes.ts';
import type { Services } from '../http/services.ts';
import { completeUpload, discardUpload } from './finish-upload.ts';
import { registerObjects } from './object.routes.ts';
import { publicUploadId, startMultipart, startWhole } from './start-upload.ts';
import { announcement, MAX_PARTS, partList, readUploadBody } from './upload-bodies.ts';
import { requirePurpose, tooLarge } from './upload-purposes.ts';
import type { Upload } from './upload.store.ts';
import { findUpload, isUnfinished } from './upload.store.ts';

const NOT_A_PART = `partNumber must be a number from 1 to ${MAX_PARTS}`;
const PART_NUMBER = wholeNumber(NOT_A_PART, [1, MAX_PARTS]);
/** A list of so many parts: about a hundred bytes each, ETags of stores included. */
const PART_LIST_LIMIT = 2_000_000;

interface Call {
  Params: { uploadId: string; partNumber: string };
  Querystring: Record<string, unknown>;
  Body: unknown;
}

/**
 * The calls that the upload library makes: bytes go where it is told, and never through these. And
 * where they go, when that is this server; and where the files are seen.
 */
export function registerUploads(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  const { files } = services;
  registerObjects(app, services, resolveSession);
  if (isLocal(files)) {
    registerTransfers(
      app,
      files,
      services.clock,
      async ({ key, owner }) =>
        owner !== undefined &&
        (await isUnfinished(services.db.orm, owner, key.slice(INCOMING.length))),
    );
  }

  async function requireBusiness(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    reply.header('cache-control', 'no-store');
    const session = await resolveSession(request);
    if (!session) throw new AppError('UNAUTHORIZED', 'Authorization required');
    return session.businessId;
  }

  /** The owner's own transfer, finished or not: missing and foreign ones are one (decision 5). */
  async function ownUpload(request: FastifyRequest<Call>, reply: FastifyReply): Promise<Upload> {
    const businessId = await requireBusiness(request, reply);
    const { key } = request.query;
    const upload =
      typeof key === 'string' && isFileKey(key)
        ? await findUpload(services.db.orm, businessId, key)
        : undefined;
    if (!upload || publicUploadId(upload.key) !== request.params.uploadId) {
      throw notFound('Upload');
    }
    return upload;
  }

  app.post<Call>('/s3/multipart', async (request, reply) => {
    const businessId = await requireBusiness(request, reply);
    return startMultipart(services, businessId, readUploadBody(announcement, request.body));
  });

  // Not for HEAD: asking begins something.
  app.get<Call>('/s3/params', { exposeHeadRoute: false }, async (request, reply) => {
    const businessId = await requireBusiness(request, reply);
    // The library asks by GET, and still it begins something: not for a page of another site.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new AppError('FORBIDDEN', 'Uploads are begun by the application itself');
    }
    const { filename, type, ...more } = request.query;
    const metadata = {
      ...(more['metadata[purpose]'] === undefined ? {} : { purpose: more['metadata[purpose]'] }),
      ...(more['metadata[size]'] === undefined ? {} : { size: more['metadata[size]'] }),
    };
    const told = readUploadBody(announcement, { filename, type, metadata });
    const { key, ...address } = await startWhole(services, businessId, told);
    return { ...address, fields: { key } };
  });

  app.get<Call>('/s3/multipart/:uploadId', async (request, reply) => {
    const upload = await ownUpload(request, reply);
    return (await listReceivedParts(upload)).map(({ partNumber, size, etag }) => ({
      PartNumber: partNumber,
      Size: size,
      ETag: etag,
    }));
  });

  app.get<Call>('/s3/multipart/:uploadId/:partNumber', async (request, reply) => {
    const upload = await ownUpload(request, reply);
    const { data: partNumber } = PART_NUMBER.safeParse(request.params.partNumber);
    if (partNumber === undefined) throw new AppError('BAD_REQUEST', NOT_A_PART);
    const purpose = requirePurpose(upload, 'receipt');
    const others = (await listReceivedParts(upload)).filter(
      (part) => part.partNumber !== partNumber,
    );
    // A store takes whatever is sent; no further address is given once that is too much.
    if (others.reduce((sum, part) => sum + part.size, 0) >= purpose.rules.maxBytes) {
      throw tooLarge(purpose);
    }
    const place = { key: upload.key, uploadId: upload.uploadId ?? '', partNumber };
    return files.partAddress(place, purpose.rules.maxBytes);
  });

  app.post<Call>(
    '/s3/multipart/:uploadId/complete',
    { bodyLimit: PART_LIST_LIMIT },
    async (request, reply) => {
      const upload = await ownUpload(request, reply);
      const { parts } = readUploadBody(partList, request.body);
      return completeUpload(
        services,
        upload,
        parts.map(({ PartNumber, ETag }) => ({ partNumber: PartNumber, etag: quoted(ETag) })),
      );
    },
  );

  app.delete<Call>('/s3/multipart/:uploadId', async (request, reply) => {
    const upload = await ownUpload(request, reply);
    // Too late to stop: an expense may show it by now. What none shows is cleared away in time.
    if (!upload.storedAt) await discardUpload(services, upload);
    return {};
  });

  async function listReceivedParts(upload: Upload) {
    const parts =
      upload.uploadId === null ? undefined : await files.listParts(upload.key, upload.uploadId);
    if (!parts) throw notFound('Upload');
    return parts;
  }
}

const quoted = (etag: string) => (etag.startsWith('"') ? etag : `"${etag}"`);
