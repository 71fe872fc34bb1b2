import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance, FastifyServerOptions } from 'fastify';
import Fastify, { LogController } from 'fastify';
import { SOCKET_PATH } from '../shared/notifications/live-news.ts';
import { afterRunning } from '../shared/time-limits/running-time.ts';
import type { AccountOptions } from './features/accounts/index.ts';
import { createAccounts } from './features/accounts/index.ts';
import { jobRoutes, userRoutes } from './features/admin/index.ts';
import { calendarRoutes, registerCalendarFeed } from './features/calendar/index.ts';
import {
  clearCreditNoteNumbers,
  creditNoteRoutes,
  mailedCreditNotes,
  publicCreditNoteRoutes,
  registerCreditNotePdfs,
} from './features/credit-notes/index.ts';
import {
  customerAccountRoutes,
  mailedStatements,
  registerStatementFiles,
} from './features/customer-accounts/index.ts';
import {
  customerPortalRoutes,
  endAccessIn,
  mailedLinks,
  portalRoutes,
  registerPortalFiles,
} from './features/customer-portal/index.ts';
import { customerRoutes, registerCustomerAccess } from './features/customers/index.ts';
import { dashboardRoutes } from './features/dashboard/index.ts';
import { paymentTestRoutes } from './features/diagnostics/index.ts';
import { numberSeriesRoutes, registerNumberedKind } from './features/documents/index.ts';
import type { FetchText } from './features/emails/index.ts';
import {
  emailRoutes,
  registerMailedDocuments,
  registerMailWebhook,
  registerReportPages,
  releaseEmails,
} from './features/emails/index.ts';
import {
  clearEstimateNumbers,
  estimateRoutes,
  mailedEstimates,
  publicEstimateRoutes,
  registerEstimatePdfs,
} from './features/estimates/index.ts';
import { evidenceRoutes } from './features/evidence/index.ts';
import { exchangeRateRoutes } from './features/exchange-rates/index.ts';
import { expenseRoutes } from './features/expenses/index.ts';
import {
  clearInvoiceNumbers,
  invoiceRoutes,
  mailedInvoices,
  publicInvoiceRoutes,
  registerInvoicePdfs,
  sendInvoice,
  registerPlannedCharges,
} from './features/invoices/index.ts';
import { itemRoutes } from './features/items/index.ts';
import {
  notificationRoutes,
  notifyOwner,
  registerNotificationSocket,
} from './features/notifications/index.ts';
import {
  paymentRoutes,
  registerPaymentWebhooks,
  registerReceiptFile,
  findDeclinedCards,
  findPlannedCharge,
  hasCard,
  isToCome,
} from './features/payments/index.ts';
import { prefillProfile, profileRoutes } from './features/profile/index.ts';
import { recurringRoutes } from './features/recurring/index.ts';
import { reminderRoutes } from './features/reminders/index.ts';
import {
  registerAccountExports,
  registerReportExport,
  reportRoutes,
} from './features/reports/index.ts';
import { searchRoutes } from './features/search/index.ts';
import { senderRoutes } from './features/senders/index.ts';
import { registerPlatformWebhook, subscriptionRoutes } from './features/subscription/index.ts';
import { taxRateRoutes } from './features/taxes/index.ts';
import { onEvents } from './platform/events/record-events.ts';
import { api } from './platform/http/api-context.ts';
import { registerApi } from './platform/http/api-routes.ts';
import { registerAppLinks } from './platform/http/app-links.ts';
import type { Draining } from './platform/http/draining.ts';
import { openDraining } from './platform/http/draining.ts';
import { sendError } from './platform/http/error-answer.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import {
  answerBrokenRequest,
  BODY_LIMIT,
  HEADERS_LIMIT,
  registerRequestLimits,
} from './platform/http/request-limits.ts';
import { registerRequestLog } from './platform/http/request-log.ts';
import { registerSecurity } from './platform/http/security.ts';
import type { Services } from './platform/http/services.ts';
import { registerWebPages } from './platform/http/web-pages.ts';
import { registerWebSockets } from './platform/http/web-sockets.ts';
import { registerUploads } from './platform/uploads/upload.routes.ts';

export interface AppOptions {
  services: Services;
  version: string;
  /** Folder of the built web pages; undefined serves the calls alone. */
  webDir?: string | undefined;
  isReady: () => Promise<boolean>;
  logger: NonNullable<FastifyServerOptions['loggerInstance']> | false;
  /** Checks each answer against the contract: on in tests. */
  validateAnswers?: boolean;
  accounts?: Pick<AccountOptions, 'rateLimit'>;
  /** Reads what a mail provider's proof is checked by, for tests. */
  fetchText?: FetchText;
  /** Begun before the application is closed, where others are to take over its requests. */
  draining?: Draining | undefined;
  /** How often open web sockets are looked at, for tests. */
  socketHeartbeatMs?: number;
}

/** A request that has not arrived whole after so long never will; a receipt on a slow line may take minutes. */
const REQUEST_TIMEOUT = 10 * 60_000;

/** The HTTP application from its features. Tests build it too, and call it without a socket. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, logger } = options;
  const { trustProxy } = services.env;
  const serverOptions: FastifyHttpOptions<Server> = {
    ...(logger ? { loggerInstance: logger } : {}),
    trustProxy: (_address, hop) => hop < trustProxy,
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: HEADERS_LIMIT },
    clientErrorHandler: answerBrokenRequest,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: 'idle',
    // The links in messages name their readers (`report-token.ts`).
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply);
    },
  };
  const app = Fastify(serverOptions);
  app.setErrorHandler(sendError);
  registerRequestLimits(app);
  registerRequestLog(app);
  registerSecurity(app, services);
  // A client that keeps its connection would hold a stopping server up until it lets go of it.
  const { draining = openDraining() } = options;
  let closed = () => {};
  app.addHook('preClose', async () => {
    draining.begin();
    // One that sends nothing, or half of a request, is waited for no longer than that.
    closed = afterRunning(draining.leftMs(), () => app.server.closeAllConnections());
  });
  app.addHook('onClose', async () => closed());
  app.addHook('onSend', async (_request, reply) => {
    if (draining.hasBegun) reply.header('connection', 'close');
  });
  await registerWebSockets(app, [SOCKET_PATH]);
  registerHealth(app, async () => !draining.hasBegun && (await options.isReady()));
  registerAppLinks(app, services);

  const accounts = createAccounts({
    ...services,
    ...options.accounts,
    onUserCreated: (tx, user) => prefillProfile(tx, user.businessId, user, services.appUrl()),
  });
  accounts.register(app);
  const { resolveSession, isSecure, markAccount } = accounts;

  onEvents(notifyOwner);
  registerMailedDocuments('invoice', mailedInvoices);
  registerMailedDocuments('estimate', mailedEstimates);
  registerMailedDocuments('credit_note', mailedCreditNotes);
  registerMailedDocuments('statement', mailedStatements);
  registerMailedDocuments('portal_link', mailedLinks);
  registerCustomerAccess(endAccessIn);
  registerPlannedCharges({
    find: findPlannedCharge,
    findDeclined: findDeclinedCards,
    isToCome,
    hasCard,
  });
  registerNumberedKind('invoice', clearInvoiceNumbers);
  registerNumberedKind('estimate', clearEstimateNumbers);
  registerNumberedKind('credit_note', clearCreditNoteNumbers);
  registerNotificationSocket(app, services, {
    resolveSession,
    heartbeatMs: options.socketHeartbeatMs,
  });
  registerOpenApi(app, options.version);
  registerInvoicePdfs(app, services, resolveSession);
  registerEstimatePdfs(app, services, resolveSession);
  registerCreditNotePdfs(app, services, resolveSession);
  registerReportPages(app, services);
  registerMailWebhook(app, services, options.fetchText);
  registerReportExport(app, services, resolveSession);
  registerAccountExports(app, services, resolveSession);
  registerStatementFiles(app, services, resolveSession);
  registerReceiptFile(app, services, resolveSession);
  registerCalendarFeed(app, services);
  registerPortalFiles(app, services, isSecure);
  registerUploads(app, services, resolveSession);
  registerPaymentWebhooks(app, services);
  registerPlatformWebhook(app, services);
  const router = api.router({
    account: accounts.routes,
    customers: customerRoutes(services),
    customerAccounts: customerAccountRoutes(services),
    customerPortal: customerPortalRoutes(services),
    portal: portalRoutes(services),
    items: itemRoutes(services),
    taxRates: taxRateRoutes(services),
    numberSeries: numberSeriesRoutes(services),
    invoices: invoiceRoutes(services),
    recurring: recurringRoutes(services),
    reminders: reminderRoutes(services),
    calendar: calendarRoutes(services),
    estimates: estimateRoutes(services),
    creditNotes: creditNoteRoutes(services),
    expenses: expenseRoutes(services),
    exchangeRates: exchangeRateRoutes(services),
    publicInvoices: publicInvoiceRoutes(services),
    publicEstimates: publicEstimateRoutes(services),
    publicCreditNotes: publicCreditNoteRoutes(services),
    profile: profileRoutes(services, accounts),
    payments: paymentRoutes(services),
    paymentTest: paymentTestRoutes(services),
    subscription: subscriptionRoutes(services),
    notifications: notificationRoutes(services),
    emails: emailRoutes(services, sendInvoice),
    revisions: evidenceRoutes(services),
    jobs: jobRoutes(services),
    users: userRoutes(services),
    dashboard: dashboardRoutes(services),
    reports: reportRoutes(services),
    search: searchRoutes(services),
    sender: senderRoutes(services, releaseEmails),
  });
  const { validateAnswers = false } = options;
  const calls = registerApi(app, router, { resolveSession, isSecure, validateAnswers });
  if (options.webDir) {
    registerWebPages(app, options.webDir, calls.resolveSession, {
      ...services,
      firstAnswers: { readCall: calls.readCall, markAccount },
    });
  }
  await app.ready();
  return app;
}

/** `/healthz`: the process answers. `/readyz`: so does its database, at this program's schema. */
function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const options = { logLevel: 'warn' as const };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    const ready = await isReady().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready');
      return false;
    });
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
