import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import type { Database } from '../../src/server/db/database.ts';
import {
  type AccountOptions,
  type Accounts,
  createAccounts,
} from '../../src/server/features/accounts/index.ts';
import type { Clock } from '../../src/server/platform/clock/clock.ts';
import { registerApi } from '../../src/server/platform/http/api-routes.ts';
import { errorAnswer } from '../../src/server/platform/http/error-answer.ts';
import { describeError } from '../../src/server/platform/log/describe-error.ts';
import type { Mailer, MailMessage } from '../../src/server/platform/mail/mailer.ts';

/** A mailer that keeps what it is given, as the outbox does, but for a test to read. */
export class KeptMails implements Mailer {
  readonly kind: Mailer['kind'];
  readonly sent: MailMessage[] = [];

  constructor(kind: Mailer['kind'] = 'outbox') {
    this.kind = kind;
  }

  async send(message: MailMessage) {
    this.sent.push(message);
  }

  /** The first address in the newest message to somebody. */
  linkTo(email: string): URL {
    const message = this.sent.findLast(({ to }) => to === email);
    const [link] = /https?:\S+/.exec(message?.text ?? '') ?? [];
    if (!link) throw new Error(`No message with a link was sent to ${email}`);
    return new URL(link);
  }

  /** Of all links to reset a password that were sent to somebody, oldest first. */
  resetTokens(email: string): string[] {
    const texts = this.sent.filter(({ to }) => to === email).map(({ text }) => text);
    return texts
      .flatMap((text) => [...text.matchAll(/https?:\S+/g)])
      .map(([link]) => new URL(link))
      .filter(({ pathname }) => pathname === '/reset-password')
      .map(({ searchParams }) => searchParams.get('token') ?? '');
  }
}

/** A clock that a test moves. */
export class SetClock implements Clock {
  private ahead = 0;
  private stoppedAt: number | undefined;

  now(): Date {
    return new Date((this.stoppedAt ?? Date.now()) + this.ahead);
  }

  /** From now on only `advance` moves it, however long a busy machine takes for a test. */
  stop(at: Date = this.now()): void {
    this.stoppedAt = at.getTime();
    this.ahead = 0;
  }

  advance(seconds: number): void {
    this.ahead += seconds * 1000;
  }
}

export interface AccountsApp {
  app: FastifyInstance;
  accounts: Accounts;
  mails: KeptMails;
  clock: SetClock;
  /** Every line that was logged, as JSON. */
  logged: string[];
  visitor(address?: string): Visitor;
}

type AppSettings = Partial<
  Pick<AccountOptions, 'env' | 'rateLimit' | 'onUserCreated' | 'masterKey' | 'appUrl'>
> & { mail?: Mailer['kind'] };

/** The accounts feature behind HTTP, without the rest of the product. */
export async function accountsApp(db: Database, settings: AppSettings = {}): Promise<AccountsApp> {
  const mails = new KeptMails(settings.mail);
  const clock = new SetClock();
  const logged: string[] = [];
  const app = Fastify({
    logger: {
      level: 'debug',
      serializers: { err: describeError },
      stream: { write: (line: string) => void logged.push(line) },
    },
    trustProxy: false,
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorAnswer(error, request.log);
    return reply.code(status).send(body);
  });
  const accounts = createAccounts({
    db,
    env: {
      appUrl: undefined,
      adminEmail: undefined,
      supportEmail: undefined,
      mailUndoSeconds: 10,
      oidc: undefined,
    },
    appUrl: () => 'http://localhost:3000',
    masterKey: randomBytes(32),
    mailer: mails,
    payments: { testMode: false, sandboxUrl: null },
    clock,
    log: app.log,
    onUserCreated: async () => {},
    rateLimit: { window: 60, max: 10_000 },
    ...settings,
  });
  accounts.register(app);
  registerApi(
    app,
    { account: accounts.routes },
    {
      resolveSession: accounts.resolveSession,
      isSecure: accounts.isSecure,
      validateAnswers: true,
    },
  );
  await app.ready();
  return {
    app,
    accounts,
    mails,
    clock,
    logged,
    visitor: (address = '127.0.0.1') => new Visitor(app, address),
  };
}

/** A browser as far as accounts see one: an address and a cookie jar. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private readonly app: FastifyInstance;
  private readonly address: string;

  constructor(app: FastifyInstance, address: string) {
    this.app = app;
    this.address = address;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send('GET', url, undefined, headers);
  }

  post(
    url: string,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.send('POST', url, body, headers);
  }

  signUp(email: string, password = 'correct horse battery', name = 'Ada Lovelace') {
    return this.post('/api/auth/sign-up/email', { email, password, name });
  }

  signIn(email: string, password = 'correct horse battery') {
    return this.post('/api/auth/sign-in/email', { email, password });
  }

  user() {
    return this.get('/api/auth/user');
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.app.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: {
        host: 'localhost:3000',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return answer;
  }
}
