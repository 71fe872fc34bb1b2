import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { errorAnswer } from '../../platform/http/error-answer.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { REPORTED_MESSAGES } from '../../platform/limits/limit-rules.ts';
import type { ReportState } from './report-email.ts';
import { blockReportedSender, readReport, reportEmail } from './report-email.ts';
import { reportFailedPage, reportPage } from './report-page.ts';

interface ReportRequest {
  Params: { token: string };
}

type Act = (services: Services, token: string) => Promise<ReportState>;

/**
 * What the link in each message to a customer opens. Looking changes nothing, because mail scanners
 * open links; only the page's own button reports. No account, no script, no search engine.
 */
export function registerReportPages(app: FastifyInstance, services: Services): void {
  const answer =
    (act: Act) => async (request: FastifyRequest<ReportRequest>, reply: FastifyReply) => {
      await services.limits.count(`report by ${clientAddress(request.ip)}`, REPORTED_MESSAGES);
      const { token } = request.params;
      return sendPage(reply, reportPage(await act(services, token), token));
    };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The form has no fields: who reports what is in the address.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: 1_024 },
      (_request, _body, done) => done(null),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status, body } = errorAnswer(error, request.log);
      if (typeof body.retryAfter === 'number') reply.header('retry-after', body.retryAfter);
      const words =
        error instanceof AppError ? body.message : 'This could not be done. Try again in a moment.';
      return sendPage(reply.code(status), reportFailedPage(words));
    });
    scope.get('/report/:token', answer(readReport));
    scope.post('/report/:token', answer(reportEmail));
    scope.post('/report/:token/block', answer(blockReportedSender));
  });
}

function sendPage(reply: FastifyReply, html: string) {
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
