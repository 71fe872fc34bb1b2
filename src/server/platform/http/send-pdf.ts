import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../../shared/documents/document-file-name.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { PDFS_OF_AN_OWNER } from '../limits/limit-rules.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Asker, PreparedPdf } from '../pdf/open-pdf-engine.ts';
import type { ResolveSession } from './api-routes.ts';
import { atMost, atMostForEach } from './at-most.ts';

/** A document's PDF, at a plain route: with `?download` it comes as a file to keep. */
export interface PdfRequest {
  Params: { id: string };
  Querystring: { download?: string };
}

/** A document that can be drawn, and what its file is called. */
export interface NamedPdf extends PreparedPdf {
  fileName: string;
}

/**
 * Whose record a plain route names, and which.
 * @param what as in 'Invoice not found'
 * @throws AppError UNAUTHORIZED without a session, NOT_FOUND for what is no record's number,
 *   TOO_MANY_REQUESTS
 */
export async function requireOwnRecord(
  request: FastifyRequest<PdfRequest>,
  resolveSession: ResolveSession,
  limits: RequestLimits,
  what: string,
): Promise<{ businessId: string; id: number }> {
  const actor = await resolveSession(request);
  if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  const { id } = request.params;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound(what);
  await limits.count(`pdf ${actor.businessId}`, PDFS_OF_AN_OWNER, 'PDFs');
  return { businessId: actor.businessId, id: Number(id) };
}

/** Reading and drawing a document of thousands of lines takes seconds: each asker has these at once. */
const AT_ONCE = { owner: 2, background: 1, visitor: 1 };
const turns = {
  owner: atMostForEach(AT_ONCE.owner),
  background: atMostForEach(AT_ONCE.background),
  visitor: atMostForEach(AT_ONCE.visitor),
};

/** Thousands of lines hold the whole server up for a moment: from many addresses, one such at a time. */
const visitorsReading = atMost(1);

/**
 * Answers with a document, to be seen or to be kept; 304 where the browser has it already. An
 * asker's documents are read and drawn one after the other.
 * @throws AppError what `prepare` and drawing throw
 */
export async function sendPdf(
  request: FastifyRequest<PdfRequest>,
  reply: FastifyReply,
  asker: Asker,
  prepare: () => Promise<NamedPdf>,
) {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return turns[asker.rank](asker.key, async () => {
    // Nobody is left to be answered, and no work is done for that.
    if (gone.signal.aborted) return reply;
    const { fingerprint, draw, fileName } = await (asker.rank === 'visitor'
      ? visitorsReading(prepare)
      : prepare());
    const etag = `"${fingerprint}"`;
    reply
      .header('etag', etag)
      // An owner's documents stay off the disk; a link that is opened again is asked for, not drawn.
      .header('cache-control', asker.rank === 'visitor' ? 'private, no-cache' : 'private, no-store')
      .header('x-robots-tag', 'noindex');
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const pdf = await draw(asker, gone.signal);
    const kind = request.query.download === undefined ? 'inline' : 'attachment';
    return reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition(kind, fileName))
      .send(pdf);
  });
}

/** Whether the browser names this version among those that it has. */
function isKnown(versions: string | undefined, etag: string): boolean {
  return (versions ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
