import type { FastifyInstance } from 'fastify';
import { contentDisposition } from '../../../../shared/documents/document-file-name.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { isFileKey } from '../../../platform/files/file-store.ts';
import type { ResolveSession } from '../../../platform/http/api-routes.ts';
import type { Services } from '../../../platform/http/services.ts';
import { findUpload, OBJECTS_PATH } from './upload.store.ts';
import { CONTENT_TYPES } from './upload-purposes.ts';

/** The viewer puts a picture in the middle by styles of its own. */
const PICTURE_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * Stored files, each for its owner alone; to everybody else there is none. Only types that were
 * found in the content itself are served, and none of them is a page: no script can run.
 */
export function registerObjects(
  app: FastifyInstance,
  { db, files }: Pick<Services, 'db' | 'files'>,
  resolveSession: ResolveSession,
): void {
  app.get<{ Params: { '*': string } }>(`${OBJECTS_PATH}*`, async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const key = request.params['*'];
    const owner = await resolveSession(request);
    const upload = owner && isFileKey(key) && (await findUpload(db.orm, owner.userId, key));
    if (!upload || !upload.storedAt || !isServed(upload.contentType)) throw notFound('File');
    const found = await files.stream(key);
    if (!found) throw notFound('File');
    // A policy that forbids everything keeps browsers' own viewers from drawing a PDF; the one of all
    // our answers does not.
    if (upload.contentType !== 'application/pdf') {
      reply.header('content-security-policy', PICTURE_POLICY);
    }
    return reply
      .header('content-type', upload.contentType)
      .header('content-length', found.size)
      .header('content-disposition', contentDisposition('inline', fileName(upload)))
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(found.body);
  });
}

function isServed(type: string): type is keyof typeof CONTENT_TYPES {
  return Object.hasOwn(CONTENT_TYPES, type);
}

/** The sender's name for it, with the ending of what it is. */
function fileName({ fileName: name, contentType }: { fileName: string; contentType: string }) {
  const ending = isServed(contentType) ? CONTENT_TYPES[contentType] : 'bin';
  const stem = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '-')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  return `${stem || 'receipt'}.${ending}`;
}
