/** Files of a visit: plain routes beside the contract's. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { PdfRequest } from '../../platform/http/send-pdf.ts';
import { sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { parsePeriod, prepareStatementPdf } from '../customer-accounts/index.ts';
import { prepareReceipt } from '../payments/index.ts';
import { countVisit } from './portal.routes.ts';

export function registerPortalFiles(
  app: FastifyInstance,
  services: Services,
  isSecure: (request: FastifyRequest) => boolean,
): void {
  const visitOf = (request: FastifyRequest) => {
    const cookies = { given: request.headers.cookie, isSecure: () => isSecure(request) };
    return countVisit(services, { address: clientAddress(request.ip), cookies }, 'file');
  };
  app.get<PdfRequest>('/api/portal/statement.pdf', async (request, reply) => {
    const { businessId, customerId: id } = await visitOf(request);
    const query = { id, ...parsePeriod(request.query) };
    const asker = { rank: 'visitor', key: clientAddress(request.ip) } as const;
    return sendPdf(request, reply, asker, () => prepareStatementPdf(services, businessId, query));
  });
  app.get<PdfRequest>('/api/portal/payments/:id/receipt.pdf', async (request, reply) => {
    const { businessId, customerId } = await visitOf(request);
    const { id } = request.params;
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound('Payment');
    const asker = { rank: 'visitor', key: clientAddress(request.ip) } as const;
    return sendPdf(request, reply, asker, () =>
      prepareReceipt(services, businessId, Number(id), customerId),
    );
  });
}
