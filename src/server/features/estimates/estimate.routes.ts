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
import { setEstimateStatus } from './change-estimate.ts';
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
  const calls = ownerApi.estimates;
  return {
    list: calls.list.handler(async ({ input, context: { actor } }) => {
      const { estimates, next } = await listEstimates(db.orm, actor.businessId, input);
      return listAnswerOf(estimates, next);
    }),
    summary: calls.summary.handler(({ input, context: { actor } }) =>
      summarizeEstimates(db.orm, actor.businessId, input),
    ),
    nextNumber: calls.nextNumber.handler(async ({ context: { actor } }) => {
      const profile = await findProfile(db.orm, actor.businessId);
      const now = clock.now();
      const year = dateInZone(now, profile?.timeZone ?? 'UTC').slice(0, 4);
      return {
        estimateNumber: await nextNumber(ESTIMATE_NUMBERS, db.orm, actor.businessId, now, year),
      };
    }),
    get: calls.get.handler(({ input, context: { actor } }) =>
      readEstimate(db.orm, actor.businessId, input.id),
    ),
    create: calls.create.handler(({ input, context: { actor, idempotencyKey } }) =>
      createEstimate(services, actor.businessId, input, idempotencyKey),
    ),
    update: calls.update.handler(({ input, context: { actor } }) =>
      updateEstimate(services, actor.businessId, input),
    ),
    delete: calls.delete.handler(({ input, context: { actor } }) =>
      deleteEstimate(services, actor.businessId, input.id),
    ),
    restore: calls.restore.handler(({ input, context: { actor } }) =>
      restoreEstimate(services, actor.businessId, input.id),
    ),
    convert: calls.convert.handler(({ input, context: { actor } }) =>
      convertEstimate(services, actor.businessId, input.id),
    ),
    markSent: calls.markSent.handler(({ input, context: { actor } }) =>
      setEstimateStatus(services, actor.businessId, input.id, 'sent'),
    ),
    accept: calls.accept.handler(({ input, context: { actor } }) =>
      setEstimateStatus(services, actor.businessId, input.id, 'accepted'),
    ),
    reject: calls.reject.handler(({ input, context: { actor } }) =>
      setEstimateStatus(services, actor.businessId, input.id, 'rejected'),
    ),
    sendEmail: calls.sendEmail.handler(({ input, context: { actor, idempotencyKey } }) =>
      sendEstimate(services, actor.businessId, input, idempotencyKey),
    ),
    preview: calls.preview.handler(({ input, context: { actor }, signal }) =>
      previewEstimate(services, actor.businessId, input, signal),
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
    const { businessId, id } = await ownRecord(
      request,
      resolveSession,
      services.limits,
      'Estimate',
    );
    return sendPdf(request, reply, { rank: 'owner', key: businessId }, async () =>
      prepareEstimatePdf(services, {
        businessId,
        estimate: await readEstimate(services.db.orm, businessId, id),
      }),
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
