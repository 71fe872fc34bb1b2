import type { FastifyInstance } from 'fastify';
import { api, byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  INVOICE_NUMBERS,
  issuedRoutes,
  readRevision,
  registerDocumentPdfs,
  suggestNumber,
  visitPage,
} from '../documents/index.ts';
import { listDeductible } from './deduct-deposits.ts';
import { deleteInvoice, restoreInvoice } from './delete-invoice.ts';
import { prepareRevisionPdf, previewInvoice, readInvoiceCopy } from './invoice-documents.ts';
import { markInvoiceSent } from './mark-invoice.ts';
import { moveInstallment } from './move-installment.ts';
import { readPublicInvoice } from './public-invoice.ts';
import type { InvoiceListQuery } from './read-invoices.ts';
import { listInvoices, readInvoice, summarizeInvoices } from './read-invoices.ts';
import { createInvoice, updateInvoice } from './save-invoice.ts';
import { undoWriteOff, writeOffInvoice } from './write-off-invoice.ts';

export function invoiceRoutes(services: Services) {
  const { db, clock } = services;
  const calls = ownerApi.invoices;
  return {
    list: calls.list.handler(
      byPage(db.orm, (orm, businessId, query: InvoiceListQuery) =>
        listInvoices(orm, businessId, query, clock.now()),
      ),
    ),
    summary: calls.summary.handler(({ input, context: { actor } }) =>
      summarizeInvoices(db.orm, actor.businessId, input, clock.now()),
    ),
    nextNumber: calls.nextNumber.handler(async ({ context: { actor } }) => ({
      invoiceNumber: await suggestNumber(INVOICE_NUMBERS, services, actor.businessId),
    })),
    get: calls.get.handler(({ input, context: { actor } }) =>
      readInvoice(db.orm, actor.businessId, input.id, clock.now()),
    ),
    create: calls.create.handler(byInput(services, createInvoice)),
    update: calls.update.handler(byInput(services, updateInvoice)),
    delete: calls.delete.handler(byId(services, deleteInvoice)),
    restore: calls.restore.handler(byId(services, restoreInvoice)),
    ...issuedRoutes('invoice', services),
    moveInstallment: calls.moveInstallment.handler(byInput(services, moveInstallment)),
    writeOff: calls.writeOff.handler(byInput(services, writeOffInvoice)),
    undoWriteOff: calls.undoWriteOff.handler(byId(services, undoWriteOff)),
    issue: calls.issue.handler(byId(services, markInvoiceSent)),
    markSent: calls.markSent.handler(byId(services, markInvoiceSent)),
    deductible: calls.deductible.handler(byInput(services, listDeductible)),
    preview: calls.preview.handler(({ input, context: { actor }, signal }) =>
      previewInvoice(services, actor.businessId, input, signal),
    ),
  };
}

export function publicInvoiceRoutes(services: Services) {
  return {
    get: api.publicInvoices.get.handler(({ input: { id }, context: { address, session } }) =>
      visitPage(services, 'invoice', address, id, () => readPublicInvoice(services, id, session)),
    ),
  };
}

export function registerInvoicePdfs(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  const { db } = services;
  registerDocumentPdfs(app, services, resolveSession, 'invoice', {
    copy: (businessId, id) => readInvoiceCopy(services, businessId, id),
    revision: async (businessId, id, number) => {
      const document = { of: 'invoice', businessId, id } as const;
      return prepareRevisionPdf(services, await readRevision(db.orm, document, number));
    },
  });
}
