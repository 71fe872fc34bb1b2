import type { FastifyInstance } from 'fastify';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import { api, ownerApi } from '../../platform/http/api-context.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { PdfRequest } from '../../platform/http/send-pdf.ts';
import { ownRecord, sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { listAnswerOf } from '../../platform/lists/cursor.ts';
import { limitVisits, nextNumber, readingTurn } from '../documents/index.ts';
import { findProfile } from '../profile/index.ts';
import { createInvoice } from './create-invoice.ts';
import { deleteInvoice, restoreInvoice } from './delete-invoice.ts';
import { prepareInvoicePdf, previewInvoice } from './invoice-documents.ts';
import { INVOICE_NUMBERS } from './invoice-numbers.ts';
import { markInvoiceSent } from './mark-invoice.ts';
import { readPublicInvoice, resolvePublicInvoice } from './public-invoice.ts';
import { listInvoices, readInvoice, summarizeInvoices } from './read-invoices.ts';
import { updateInvoice } from './update-invoice.ts';

export function invoiceRoutes(services: Services) {
  const { db, clock } = services;
  const calls = ownerApi.invoices;
  return {
    list: calls.list.handler(async ({ input, context: { actor } }) => {
      const { invoices, next } = await listInvoices(db.orm, actor.businessId, input, clock.now());
      return listAnswerOf(invoices, next);
    }),
    summary: calls.summary.handler(({ input, context: { actor } }) =>
      summarizeInvoices(db.orm, actor.businessId, input.search, clock.now()),
    ),
    nextNumber: calls.nextNumber.handler(async ({ context: { actor } }) => {
      const profile = await findProfile(db.orm, actor.businessId);
      const now = clock.now();
      const year = dateInZone(now, profile?.timeZone ?? 'UTC').slice(0, 4);
      return {
        invoiceNumber: await nextNumber(INVOICE_NUMBERS, db.orm, actor.businessId, now, year),
      };
    }),
    get: calls.get.handler(({ input, context: { actor } }) =>
      readInvoice(db.orm, actor.businessId, input.id, clock.now()),
    ),
    create: calls.create.handler(({ input, context: { actor, idempotencyKey } }) =>
      createInvoice(services, actor.businessId, input, idempotencyKey),
    ),
    update: calls.update.handler(({ input, context: { actor } }) =>
      updateInvoice(services, actor.businessId, input),
    ),
    delete: calls.delete.handler(({ input, context: { actor } }) =>
      deleteInvoice(services, actor.businessId, input.id),
    ),
    restore: calls.restore.handler(({ input, context: { actor } }) =>
      restoreInvoice(services, actor.businessId, input.id),
    ),
    markSent: calls.markSent.handler(({ input, context: { actor } }) =>
      markInvoiceSent(services, actor.businessId, input.id),
    ),
    preview: calls.preview.handler(({ input, context: { actor }, signal }) =>
      previewInvoice(services, actor.businessId, input, signal),
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
    const { businessId, id } = await ownRecord(request, resolveSession, services.limits, 'Invoice');
    return sendPdf(request, reply, { rank: 'owner', key: businessId }, async () =>
      prepareInvoicePdf(services, {
        businessId,
        invoice: await readInvoice(services.db.orm, businessId, id, services.clock.now()),
      }),
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
