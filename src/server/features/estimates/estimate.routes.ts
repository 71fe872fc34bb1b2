import type { FastifyInstance } from 'fastify';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { PdfRequest } from '../../platform/http/send-pdf.ts';
import { ownRecord, sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { listAnswerOf } from '../../platform/lists/cursor.ts';
import { limitVisits, nextNumber, readingTurn } from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import { convertEstimate } from './convert-estimate.ts';
import { createEstimate } from './create-estimate.ts';
import { deleteEstimate, restoreEstimate } from './delete-estimate.ts';
import { ESTIMATE_NUMBERS } from './estimate.store.ts';
import { prepareEstimatePdf, previewEstimate } from './estimate-documents.ts';
import { readPublicEstimate, resolvePublicEstimate } from './public-estimate.ts';
import { listEstimates, readEstimate, summarizeEstimates } from './read-estimates.ts';
import { sendEstimate } from './send-estimate.ts';
import { updateEstimate } from './update-estimate.ts';

export function estimateRoutes(services: Services) {
  const { db, clock } = services;
  const calls = api.estimates;
  return {
    list: calls.list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const { estimates, next } = await listEstimates(db.orm, owner.userId, input);
      return listAnswerOf(estimates, next);
    }),
    summary: calls.summary
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => summarizeEstimates(db.orm, owner.userId, input)),
    nextNumber: calls.nextNumber.use(requireOwner).handler(async ({ context: { owner } }) => {
      const profile = await findProfile(db.orm, owner.userId);
      const now = clock.now();
      const year = dateInZone(now, profile?.timeZone ?? 'UTC').slice(0, 4);
      return {
        estimateNumber: await nextNumber(ESTIMATE_NUMBERS, db.orm, owner.userId, now, year),
      };
    }),
    get: calls.get
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => readEstimate(db.orm, owner.userId, input.id)),
    create: calls.create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createEstimate(services, owner.userId, input, idempotencyKey),
      ),
    update: calls.update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateEstimate(services, owner.userId, input)),
    delete: calls.delete
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => deleteEstimate(services, owner.userId, input.id)),
    restore: calls.restore
      .use(requireOwner)
      .handler(({ input, context: { owner } }) =>
        restoreEstimate(services, owner.userId, input.id),
      ),
    convert: calls.convert
      .use(requireOwner)
      .handler(({ input, context: { owner } }) =>
        convertEstimate(services, owner.userId, input.id),
      ),
    sendEmail: calls.sendEmail
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        sendEstimate(services, owner.userId, input, idempotencyKey),
      ),
    preview: calls.preview
      .use(requireOwner)
      .handler(({ input, context: { owner }, signal }) =>
        previewEstimate(services, owner.userId, input, signal),
      ),
  };
}

export function publicEstimateRoutes(services: Services) {
  return {
    get: api.publicEstimates.get.handler(async ({ input, context }) => {
      await limitVisits(services, 'estimate', 'page', context.address, input.id);
      return readingTurn(context.address, () =>
        readPublicEstimate(services, input.id, context.session),
      );
    }),
  };
}

/** PDFs are bytes, not JSON: plain routes beside the contract's. */
export function registerEstimatePdfs(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  app.get<PdfRequest>('/api/estimates/:id/pdf', async (request, reply) => {
    const { userId, id } = await ownRecord(request, resolveSession, services.limits, 'Estimate');
    return sendPdf(request, reply, { rank: 'owner', key: userId }, async () =>
      prepareEstimatePdf(services, await readEstimate(services.db.orm, userId, id)),
    );
  });
  app.get<PdfRequest>('/api/public/estimate/:id/pdf', async (request, reply) => {
    const { id } = request.params;
    const viewer = () => resolveSession(request);
    const address = clientAddress(request.ip);
    await limitVisits(services, 'estimate', 'pdf', address, id);
    return sendPdf(request, reply, { rank: 'visitor', key: address }, async () =>
      prepareEstimatePdf(services, await resolvePublicEstimate(services, id, viewer)),
    );
  });
}
