import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentDisposition } from '../../../shared/documents/document-file-name.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import type { FileStore } from '../files/file-store.ts';
import { isFileKey } from '../files/file-store.ts';
import type { ResolveSession } from '../http/api-routes.ts';
import { atMostForEach } from '../http/at-most.ts';
import type { Services } from '../http/services.ts';
import { drawThumbnail } from '../images/draw-thumbnail.ts';
import type { PictureType } from '../images/picture-type.ts';
import { PICTURE_ENDINGS } from '../images/picture-type.ts';
import { PictureError } from '../images/read-picture.ts';
import { clientAddress } from '../limits/client-address.ts';
import { LOGOS_OF_A_VISITOR, THUMBNAILS_OF_AN_OWNER } from '../limits/limit-rules.ts';
import { ANY_TYPE } from './check-content.ts';
import { isServed, servedName } from './file-name.ts';
import { PURPOSES } from './upload-purposes.ts';
import type { Upload } from './upload.store.ts';
import { findUpload } from './upload.store.ts';

/** The viewer puts a picture in the middle by styles of its own. */
const PICTURE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; " +
  "base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Of a picture that was drawn here: nothing that was sent lies under such a key. */
const DRAWN = new RegExp(`^${PURPOSES.logo.folder}/[0-9a-f]{32}\\.png$`);

/**
 * Stored files, each for its owner alone; to everybody else there is none. Logos are for everybody
 * who was told their address. Only types that were found in the content itself are served, and none
 * of them is a page: no script can run.
 */
export function registerObjects(
  app: FastifyInstance,
  { db, files, limits }: Pick<Services, 'db' | 'files' | 'limits'>,
  resolveSession: ResolveSession,
): void {
  type Asked = { Params: { '*': string }; Querystring: { thumbnail?: unknown } };
  app.get<Asked>(`${OBJECTS_PATH}*`, async (request, reply) => {
    const key = request.params['*'];
    if (DRAWN.test(key)) {
      const address = clientAddress(request.ip);
      await limits.count(`logo by ${address}`, LOGOS_OF_A_VISITOR, 'pictures from your network');
      return sendLogo(reply, files, key);
    }
    reply.header('cache-control', 'private, no-store');
    const actor = await resolveSession(request);
    const upload = actor && isFileKey(key) && (await findUpload(db.orm, actor.businessId, key));
    if (!upload || !upload.storedAt) throw notFound('File');
    if (upload.purpose === 'attachment') return sendAttachment(reply, files, upload);
    if (!isServed(upload.contentType)) throw notFound('File');
    if (request.query.thumbnail !== undefined) {
      const { businessId } = upload;
      await limits.count(`thumbnails ${businessId}`, THUMBNAILS_OF_AN_OWNER, 'thumbnails');
      const thumbnail = await drawStored(files, upload, () => reply.raw.destroyed);
      return sendThumbnail(reply, thumbnail);
    }
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
      .header('content-disposition', contentDisposition('inline', servedName(upload)))
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(found.body);
  });
}

/** What was sent along with a message is given back as a file, whatever it is: no browser opens it here. */
async function sendAttachment(reply: FastifyReply, files: FileStore, upload: Upload) {
  const found = await files.stream(upload.key);
  if (!found) throw notFound('File');
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-type', ANY_TYPE)
    .header('content-length', found.size)
    .header('content-disposition', contentDisposition('attachment', upload.fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .send(found.body);
}

/** Each owner's one after the other, so that nobody's long list keeps the others waiting. */
const ownTurn = atMostForEach(1);

/**
 * @param isGone whether nobody waits for it any more, as when a list is left: then it is not drawn
 * @throws AppError NOT_FOUND for what is no picture, or one that takes too long to draw
 */
async function drawStored(
  files: FileStore,
  { businessId, key, contentType }: Upload,
  isGone: () => boolean,
): Promise<Buffer> {
  if (!isPicture(contentType)) throw notFound('File');
  const drawn = await ownTurn(businessId, async () => {
    if (isGone()) return undefined;
    const bytes = await files.read(key);
    return bytes && drawThumbnail(bytes, contentType).catch(missing);
  });
  if (!drawn) throw notFound('File');
  return drawn;
}

function missing(error: unknown): undefined {
  if (!(error instanceof PictureError)) throw error;
}

/** What lies under a key never changes: the browser keeps it, for this session alone. */
function sendThumbnail(reply: FastifyReply, thumbnail: Buffer) {
  return reply
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('vary', 'cookie')
    .header('content-security-policy', PICTURE_POLICY)
    .header('content-type', 'image/webp')
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .send(thumbnail);
}

const isPicture = (type: string): type is PictureType => Object.hasOwn(PICTURE_ENDINGS, type);

/** It stands on public pages: no session is asked for, and its address never leads to another. */
async function sendLogo(reply: FastifyReply, files: FileStore, key: string) {
  const found = await files.stream(key);
  if (!found) throw notFound('File');
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', PICTURE_POLICY)
    .header('content-type', 'image/png')
    .header('content-length', found.size)
    .header('content-disposition', contentDisposition('inline', 'logo.png'))
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .send(found.body);
}
