import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { errorAnswer } from '../../platform/http/error-answer.ts';
import type { Services } from '../../platform/http/services.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { REPORTED_MESSAGES } from '../../platform/limits/limit-rules.ts';
import type { ReportState } from './report-email.ts';
import { blockReportedSender, readReport, reportEmail } from './report-email.ts';
import { reportFailedPage, reportPage, unsubscribePage } from './report-page.ts';
import type { Subscription } from './unsubscribe.ts';
import { readSubscription, unsubscribe } from './unsubscribe.ts';

interface ReportRequest {
  Params: { token: string };
}

/** What a link in a message leads to: what is asked of it, and the page that answers. */
type Answer = (services: Services, token: string) => Promise<string>;

const reported =
  (act: (services: Services, token: string) => Promise<ReportState>): Answer =>
  async (services, token) =>
    reportPage(await act(services, token), token);

const subscribed =
  (act: (services: Services, token: string) => Promise<Subscription>): Answer =>
  async (services, token) =>
    unsubscribePage(await act(services, token), token);

/**
 * What the links in messages to customers open. Looking changes nothing, because mail scanners open
 * links; only the page's own button reports, or unsubscribes, and the mail program's own (RFC 8058). No
 * account, no script, no search engine.
 */
export function registerReportPages(app: FastifyInstance, services: Services): void {
  const answer =
    (write: Answer) => async (request: FastifyRequest<ReportRequest>, reply: FastifyReply) => {
      await services.limits.count(`report by ${clientAddress(request.ip)}`, REPORTED_MESSAGES);
      return sendPage(reply, await write(services, request.params.token));
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
    scope.get('/report/:token', answer(reported(readReport)));
    scope.post('/report/:token', answer(reported(reportEmail)));
    scope.post('/report/:token/block', answer(reported(blockReportedSender)));
    scope.get('/unsubscribe/:token', answer(subscribed(readSubscription)));
    scope.post('/unsubscribe/:token', answer(subscribed(unsubscribe)));
  });
}

function sendPage(reply: FastifyReply, html: string) {
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
