import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../../shared/documents/document-file-name.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { ResolveSession } from './api-routes.ts';

/** A document's PDF, at a plain route: with `?download` it comes as a file to keep. */
export interface PdfRequest {
  Params: { id: string };
  Querystring: { download?: string };
}

/**
 * Whose record a plain route names, and which.
 * @param what as in 'Invoice not found'
 * @throws AppError UNAUTHORIZED without a session, NOT_FOUND for what is no record's number
 */
export async function ownRecord(
  request: FastifyRequest<PdfRequest>,
  resolveSession: ResolveSession,
  what: string,
): Promise<{ userId: string; id: number }> {
  const owner = await resolveSession(request);
  if (!owner) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  const { id } = request.params;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound(what);
  return { userId: owner.userId, id: Number(id) };
}

/** Answers with a document, to be seen or to be kept. */
export function sendPdf(
  request: FastifyRequest<PdfRequest>,
  reply: FastifyReply,
  { pdf, fileName }: { pdf: Buffer; fileName: string },
) {
  const kind = request.query.download === undefined ? 'inline' : 'attachment';
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(kind, fileName))
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .send(pdf);
}
