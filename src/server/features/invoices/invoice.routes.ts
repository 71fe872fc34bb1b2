import type { FastifyInstance } from 'fastify';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { PdfRequest } from '../../platform/http/send-pdf.ts';
import { ownRecord, sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { listAnswerOf } from '../../platform/lists/cursor.ts';
import { findProfile } from '../profile/index.ts';
import { createInvoice } from './create-invoice.ts';
import { deleteInvoice, restoreInvoice } from './delete-invoice.ts';
import { INVOICE_NUMBERS, nextNumber } from './free-number.ts';
import { prepareInvoicePdf, previewInvoice } from './invoice-documents.ts';
import { limitVisits, readingTurn } from './limit-visits.ts';
import { readPublicInvoice, resolvePublicInvoice } from './public-invoice.ts';
import { listInvoices, readInvoice, summarizeInvoices } from './read-invoices.ts';
import { updateInvoice } from './update-invoice.ts';

export function invoiceRoutes(services: Services) {
  const { db, clock } = services;
  const calls = api.invoices;
  return {
    list: calls.list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const { invoices, next } = await listInvoices(db.orm, owner.userId, input);
      return listAnswerOf(invoices, next);
    }),
    summary: calls.summary
      .use(requireOwner)
      .handler(({ input, context: { owner } }) =>
        summarizeInvoices(db.orm, owner.userId, input.search),
      ),
    nextNumber: calls.nextNumber.use(requireOwner).handler(async ({ context: { owner } }) => {
      const profile = await findProfile(db.orm, owner.userId);
      const now = clock.now();
      const year = dateInZone(now, profile?.timeZone ?? 'UTC').slice(0, 4);
      return { invoiceNumber: await nextNumber(INVOICE_NUMBERS, db.orm, owner.userId, now, year) };
    }),
    get: calls.get
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => readInvoice(db.orm, owner.userId, input.id)),
    create: calls.create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createInvoice(services, owner.userId, input, idempotencyKey),
      ),
    update: calls.update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateInvoice(services, owner.userId, input)),
    delete: calls.delete
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => deleteInvoice(services, owner.userId, input.id)),
    restore: calls.restore
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => restoreInvoice(services, owner.userId, input.id)),
    preview: calls.preview
      .use(requireOwner)
      .handler(({ input, context: { owner }, signal }) =>
        previewInvoice(services, owner.userId, input, signal),
      ),
  };
}

export function publicInvoiceRoutes(services: Services) {
  return {
    get: api.publicInvoices.get.handler(async ({ input, context }) => {
      await limitVisits(services, 'invoice', 'page', context.address, input.id);
      return readingTurn(context.address, () =>
        readPublicInvoice(services, input.id, context.session),
      );
    }),
  };
}

/** PDFs are bytes, not JSON: plain routes beside the contract's. */
export function registerInvoicePdfs(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  app.get<PdfRequest>('/api/invoices/:id/pdf', async (request, reply) => {
    const { userId, id } = await ownRecord(request, resolveSession, services.limits, 'Invoice');
    return sendPdf(request, reply, { rank: 'owner', key: userId }, async () =>
      prepareInvoicePdf(services, await readInvoice(services.db.orm, userId, id)),
    );
  });
  app.get<PdfRequest>('/api/public/invoice/:id/pdf', async (request, reply) => {
    const { id } = request.params;
    const viewer = () => resolveSession(request);
    const address = clientAddress(request.ip);
    await limitVisits(services, 'invoice', 'pdf', address, id);
    return sendPdf(request, reply, { rank: 'visitor', key: address }, async () =>
      prepareInvoicePdf(services, await resolvePublicInvoice(services, id, viewer)),
    );
  });
}
