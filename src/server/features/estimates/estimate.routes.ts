import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { api, byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  drawnPdfRoutes,
  ESTIMATE_NUMBERS,
  issuedRoutes,
  limitVisits,
  suggestNumber,
  visitPage,
} from '../documents/index.ts';
import { acceptEstimate, declineEstimate } from './answer-estimate.ts';
import { setEstimateStatus } from './change-estimate.ts';
import { convertEstimate } from './convert-estimate.ts';
import { estimateDrawings } from './estimate-documents.ts';
import { sendEstimate } from './mailed-estimates.ts';
import { choosePublicEstimate, readPublicEstimate } from './public-estimate.ts';
import { listEstimates, readEstimate, summarizeEstimates } from './read-estimates.ts';
import { requestDeposit } from './request-deposit.ts';
import {
  createEstimate,
  deleteEstimate,
  restoreEstimate,
  updateEstimate,
} from './save-estimate.ts';

export function estimateRoutes(services: Services) {
  const { db } = services;
  const calls = ownerApi.estimates;
  const setStatus = (status: EstimateStatus) =>
    byId(services, (given, businessId, id) => setEstimateStatus(given, businessId, id, status));
  return {
    list: calls.list.handler(byPage(db.orm, listEstimates)),
    summary: calls.summary.handler(byInput(db.orm, summarizeEstimates)),
    nextNumber: calls.nextNumber.handler(async ({ context: { actor } }) => ({
      estimateNumber: await suggestNumber(ESTIMATE_NUMBERS, services, actor.businessId),
    })),
    get: calls.get.handler(byId(db.orm, readEstimate)),
    create: calls.create.handler(byInput(services, createEstimate)),
    update: calls.update.handler(byInput(services, updateEstimate)),
    delete: calls.delete.handler(byId(services, deleteEstimate)),
    restore: calls.restore.handler(byId(services, restoreEstimate)),
    convert: calls.convert.handler(byId(services, convertEstimate)),
    depositInvoice: calls.depositInvoice.handler(byInput(services, requestDeposit)),
    ...issuedRoutes('estimate', services),
    markSent: calls.markSent.handler(setStatus('sent')),
    accept: calls.accept.handler(setStatus('accepted')),
    reject: calls.reject.handler(setStatus('rejected')),
    sendEmail: calls.sendEmail.handler(byInput(services, sendEstimate)),
    preview: calls.preview.handler(({ input, context: { actor }, signal }) =>
      estimateDrawings.preview(services, actor.businessId, input, signal),
    ),
  };
}

type Answer<Input> = (
  services: Services,
  input: Input,
  visitor: { viewer: ApiContext['session']; client: Client },
) => Promise<void>;

interface Answered<Input> {
  input: Input;
  context: Pick<ApiContext, 'address' | 'client' | 'session'>;
}

export function publicEstimateRoutes(services: Services) {
  const answered =
    <Input extends { id: string }>(answer: Answer<Input>) =>
    async ({ input, context: { address, client, session } }: Answered<Input>) => {
      await limitVisits(services, 'estimate', 'answer', address, input.id);
      return visitPage(services, 'estimate', address, input.id, async () => {
        await answer(services, input, { viewer: session, client });
        return readPublicEstimate(services, input.id, session);
      });
    };
  return {
    accept: api.publicEstimates.accept.handler(answered(acceptEstimate)),
    choose: api.publicEstimates.choose.handler(({ input, context: { address, session } }) =>
      visitPage(services, 'estimate', address, input.id, () =>
        choosePublicEstimate(services, input, session),
      ),
    ),
    decline: api.publicEstimates.decline.handler(answered(declineEstimate)),
    get: api.publicEstimates.get.handler(({ input: { id }, context: { address, session } }) =>
      visitPage(services, 'estimate', address, id, () => readPublicEstimate(services, id, session)),
    ),
  };
}

export const registerEstimatePdfs = drawnPdfRoutes(estimateDrawings);
