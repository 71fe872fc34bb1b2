import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import { fetchText } from '../../../platform/http/fetch-text.ts';
import { acceptRawBodies } from '../../../platform/http/raw-body.ts';
import type { Services } from '../../../platform/http/services.ts';
import { clientAddress } from '../../../platform/limits/client-address.ts';
import { MAIL_WEBHOOKS } from '../../../platform/limits/limit-rules.ts';
import { countRequest, forgetCounted } from '../../../platform/limits/request-limits.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import type { Bounce } from './bounce.ts';
import { noteBounce } from './note-bounce.ts';
import {
  readMailgunEvent,
  readPostmarkEvent,
  readSendgridEvents,
  readSesEvent,
} from './read-provider-events.ts';
import {
  isAmazonAddress,
  FRESH_SECONDS,
  isFromPostmark,
  isFromSendgrid,
  readMailgunSignature,
  readSnsMessage,
} from './verify-webhook.ts';

type WebhookServices = Pick<Services, 'db' | 'clock' | 'env' | 'limits' | 'log'>;

/** Reads a small text of Amazon's, such as a certificate. Tests have their own. */
export type FetchText = (url: string) => Promise<string>;

const FETCH_MS = 5_000;
const MOST_BYTES = 64_000;
const certificates = new Map<string, string>();

const fetchFromAmazon: FetchText = (url) =>
  fetchText(url, { timeoutMs: FETCH_MS, mostBytes: MOST_BYTES });

/** @throws AppError BUSY, after which the provider sends its message again */
async function reach(fetcher: FetchText, url: string, log: Logger): Promise<string> {
  try {
    return await fetcher(url);
  } catch (err) {
    log.warn({ err }, 'the mail provider could not be reached');
    throw new AppError('BUSY', 'The provider cannot be reached right now. Send it again.');
  }
}

/** Certificates change once a year: each is asked for once. */
async function fetchCertificate(fetcher: FetchText, url: string, log: Logger): Promise<string> {
  const known = certificates.get(url);
  if (known !== undefined) return known;
  const certificate = await reach(fetcher, url, log);
  if (certificates.size > 20) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

/**
 * Where the mail provider that was set tells of messages that came back or were called spam. Each proves
 * itself in its own way; told twice, it is noted once, and what is about no message of ours is answered
 * alike, so that nobody learns which there are.
 */
export function registerMailWebhook(
  app: FastifyInstance,
  services: WebhookServices,
  fetcher: FetchText = fetchFromAmazon,
): void {
  void app.register(async (scope) => {
    acceptRawBodies(scope);
    scope.post<{ Body: Buffer | undefined }>('/api/webhooks/email', async (request, reply) => {
      await services.limits.count(`mail webhook by ${clientAddress(request.ip)}`, MAIL_WEBHOOKS);
      const { bounces, signature } = await readBounces(services, request, fetcher);
      await takeOnce(services, signature, async () => {
        for (const bounce of bounces) await noteBounce(services, bounce);
      });
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}

/**
 * Does the work of a delivery whose signature says nothing of what is told, and so counts once
 * (documentation.mailgun.com, 'Securing webhooks'); whoever has seen one cannot tell something else by it.
 * A delivery that failed may come again.
 * @param signature undefined where the whole delivery is signed
 */
async function takeOnce(
  { db, clock }: WebhookServices,
  signature: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (signature === undefined) return work();
  const key = `mail webhook signature ${signature}`;
  const once = { window: 2 * FRESH_SECONDS, max: 1 };
  if ((await countRequest(db.pool, clock.now().getTime(), key, once)) !== undefined) return;
  try {
    await work();
  } catch (error) {
    await forgetCounted(db.pool, key);
    throw error;
  }
}

interface Delivery {
  bounces: Bounce[];
  signature?: string;
}

async function readBounces(
  { env, clock, log }: WebhookServices,
  request: FastifyRequest<{ Body: Buffer | undefined }>,
  fetcher: FetchText,
): Promise<Delivery> {
  const { mailWebhook } = env;
  if (!mailWebhook) throw notFound('Webhook endpoint');
  const { provider, secret } = mailWebhook;
  const body = request.body ?? Buffer.alloc(0);
  const { headers } = request;
  const now = clock.now();
  // Before anything is read: of these the whole body, or the request, is what proves it.
  if (provider === 'postmark' && !isFromPostmark(headers, secret)) throw unproven();
  if (provider === 'sendgrid' && !isFromSendgrid(body, headers, secret, now)) throw unproven();
  const told = parseJson(body);
  if (provider === 'postmark') return { bounces: readPostmarkEvent(told) };
  if (provider === 'sendgrid') return { bounces: readSendgridEvents(told) };
  if (provider === 'mailgun') {
    const signature = readMailgunSignature(told, secret, now);
    if (signature === undefined) throw unproven();
    return { bounces: readMailgunEvent(told), signature };
  }
  const message = await readSnsMessage(told, secret, (url) => fetchCertificate(fetcher, url, log));
  if (!message) throw unproven();
  if (message.Type === 'Notification') {
    return { bounces: readSesEvent(parseJson(message.Message)) };
  }
  const { SubscribeURL: confirm = '' } = message;
  if (message.Type === 'SubscriptionConfirmation' && isAmazonAddress(confirm)) {
    await reach(fetcher, confirm, log);
    log.info({}, 'the mail provider’s notifications were confirmed');
  }
  return { bounces: [] };
}

const unproven = () =>
  new AppError('UNAUTHORIZED', 'This does not come from the mail provider that is set up');

function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(String(body)) as unknown;
  } catch {
    throw new AppError('BAD_REQUEST', 'The body must be JSON');
  }
}
