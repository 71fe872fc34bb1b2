import type { FastifyInstance } from 'fastify';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { NamedPdf, PdfRequest } from '../../platform/http/send-pdf.ts';
import { requireOwnRecord, sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { limitVisits, resolvePublicDocument } from './public-page.ts';

/** A document as its owner and its customer get it. */
export interface DocumentCopy {
  status: string;
  prepare(): Promise<NamedPdf>;
}

interface DocumentPdfs {
  /** @throws AppError NOT_FOUND */
  copy(businessId: string, id: number): Promise<DocumentCopy>;
  /** What was issued of it as this version. @throws AppError NOT_FOUND */
  revision(businessId: string, id: number, number: number): Promise<NamedPdf>;
}

/** PDFs are bytes, not JSON: plain routes beside the contract's, /api/invoices/:id/pdf and the like. */
export function registerDocumentPdfs(
  app: FastifyInstance,
  { limits, db }: Pick<Services, 'limits' | 'db'>,
  resolveSession: ResolveSession,
  of: KindName,
  { copy, revision }: DocumentPdfs,
): void {
  const { path } = DOCUMENT_KINDS[of];
  app.get<PdfRequest>(`/api/${path}s/:id/pdf`, async (request, reply) => {
    const { name } = DOCUMENT_KINDS[of];
    const { businessId, id } = await requireOwnRecord(request, resolveSession, limits, name);
    return sendPdf(request, reply, { rank: 'owner', key: businessId }, async () =>
      (await copy(businessId, id)).prepare(),
    );
  });
  app.get<PdfRequest & { Params: { number: string } }>(
    `/api/${path}s/:id/revisions/:number/pdf`,
    async (request, reply) => {
      const { name } = DOCUMENT_KINDS[of];
      const { businessId, id } = await requireOwnRecord(request, resolveSession, limits, name);
      const { number } = request.params;
      if (!/^[1-9]\d{0,8}$/.test(number)) throw notFound('Version');
      return sendPdf(request, reply, { rank: 'owner', key: businessId }, () =>
        revision(businessId, id, Number(number)),
      );
    },
  );
  app.get<PdfRequest>(`/api/public/${path}/:id/pdf`, async (request, reply) => {
    const { id } = request.params;
    const address = clientAddress(request.ip);
    await limitVisits({ limits, db }, of, 'pdf', address, id);
    return sendPdf(request, reply, { rank: 'visitor', key: address }, async () => {
      const viewer = () => resolveSession(request);
      const { document } = await resolvePublicDocument(db.orm, of, id, viewer, copy);
      return document.prepare();
    });
  });
}
