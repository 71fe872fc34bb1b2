import { resolve } from 'node:path';
import { withoutTrailing } from '../../../shared/text/without-trailing.ts';
import type { S3Settings } from '../files/s3-files.ts';
import type { SmtpSettings } from '../mail/smtp-mailer.ts';
import type { BounceMailbox, MailWebhook } from './mail-settings.ts';
import { readAuthority, readDkimKey, readMailboxUrl } from './mail-settings.ts';
import type { Settings } from './settings-schema.ts';
import { settingsSchema } from './settings-schema.ts';

export interface Env {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Without a slash at its end; undefined until the server knows the port it listens on. */
  appUrl: string | undefined;
  adminEmail: string | undefined;
  supportEmail: string | undefined;
  secretsKey: string | undefined;
  /** For the change of the key alone. */
  newSecretsKey: string | undefined;
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined;
  logLevel: string;
  trustProxy: number;
  /** Whether Strict-Transport-Security speaks for the hosts below APP_URL's as well. */
  hstsIncludeSubdomains: boolean;
  payments: PaymentSettings;
  /** undefined: messages go to the outbox. */
  mail: SmtpSettings | undefined;
  mailWebhook: MailWebhook | undefined;
  bounceMailbox: BounceMailbox | undefined;
  /** New recipients of an account in 24 hours, until it is proven. */
  newRecipientsPerDay: number;
  /** How long messages are held so that they can be taken back, where that is asked for. */
  mailUndoSeconds: number;
  /** How long a stopping server goes on answering. */
  drainSeconds: number;
  /** undefined: the machine's own. */
  dnsResolver: string | undefined;
  /** The file of daily exchange rates; undefined: rates are typed. */
  exchangeRatesUrl: string | undefined;
  /** Where uploaded files lie; undefined: in `dataDir`. */
  s3: S3Settings | undefined;
  /** What each owner may keep of uploaded files; infinite without a limit. */
  filesQuota: { bytes: number; files: number };
  mobile: {
    /** undefined: made from the address of the installation. */
    appId: string | undefined;
    /** Of the certificates that the Android app is signed with; none: its links are not vouched for. */
    androidFingerprints: string[];
    appleTeam: string | undefined;
  };
}

export interface PaymentSettings {
  /** Whether the sandbox is to be started beside the server. */
  startSandbox: boolean;
  /** undefined: one above the server's. */
  sandboxPort: number | undefined;
  /** Instead of the provider's own address; loopback, for test keys alone. */
  stripeApiBase: string | undefined;
  paypalApiBase: string | undefined;
  /** The platform's own account; undefined sells no plans (or the sandbox's). */
  platform:
    | { secretKey: string; publishableKey: string; webhookSecret: string | undefined }
    | undefined;
}

function readMail(env: Settings): SmtpSettings | undefined {
  if (!env.SMTP_URL || !env.MAIL_FROM) return undefined;
  const dkim = readDkimKey(env);
  const authority = readAuthority(env);
  return {
    url: env.SMTP_URL,
    from: env.MAIL_FROM,
    ...(dkim ? { dkim } : {}),
    ...(authority ? { authority } : {}),
    ...(env.MAIL_WEBHOOK_PROVIDER === 'postmark' ? { namedIn: 'X-PM-Metadata-remit' } : {}),
  };
}

/** Settings that cannot be used, in words, one a line. */
export class EnvError extends Error {}

/**
 * Reads the settings once. An empty variable counts as absent.
 * @throws EnvError naming each variable that is wrong, and never its value.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => issue.message).join('\n'));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    appUrl: env.APP_URL,
    adminEmail: env.ADMIN_EMAIL?.toLowerCase(),
    supportEmail: env.SUPPORT_EMAIL,
    secretsKey: env.SECRETS_KEY,
    newSecretsKey: env.SECRETS_KEY_NEW,
    oidc: env.OIDC_ISSUER
      ? {
          issuer: withoutTrailing(env.OIDC_ISSUER, '/'),
          clientId: env.OIDC_CLIENT_ID ?? '',
          clientSecret: env.OIDC_CLIENT_SECRET ?? '',
        }
      : undefined,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    hstsIncludeSubdomains: env.HSTS_INCLUDE_SUBDOMAINS === 'true',
    mail: readMail(env),
    mailWebhook:
      env.MAIL_WEBHOOK_PROVIDER && env.MAIL_WEBHOOK_SECRET
        ? { provider: env.MAIL_WEBHOOK_PROVIDER, secret: env.MAIL_WEBHOOK_SECRET }
        : undefined,
    bounceMailbox: env.BOUNCE_IMAP_URL ? readMailboxUrl(env.BOUNCE_IMAP_URL) : undefined,
    newRecipientsPerDay: env.MAIL_NEW_RECIPIENTS_PER_DAY,
    mailUndoSeconds: env.MAIL_UNDO_SECONDS,
    drainSeconds: env.DRAIN_SECONDS,
    dnsResolver: env.DNS_RESOLVER,
    exchangeRatesUrl: env.EXCHANGE_RATES_URL,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          credentials:
            env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
              : undefined,
          // Stores of one's own rarely have a host name for each bucket.
          forcePathStyle: env.S3_FORCE_PATH_STYLE
            ? env.S3_FORCE_PATH_STYLE === 'true'
            : env.S3_ENDPOINT !== undefined,
        }
      : undefined,
    filesQuota: {
      bytes: env.FILES_QUOTA_MB * 2 ** 20 || Number.POSITIVE_INFINITY,
      files: env.FILES_QUOTA_COUNT || Number.POSITIVE_INFINITY,
    },
    mobile: {
      appId: env.MOBILE_APP_ID,
      androidFingerprints: env.MOBILE_ANDROID_FINGERPRINTS ?? [],
      appleTeam: env.MOBILE_APPLE_TEAM,
    },
    payments: {
      startSandbox:
        env.SANDBOX === 'on' ||
        (env.SANDBOX === 'auto' &&
          env.NODE_ENV !== 'production' &&
          !env.STRIPE_SECRET_KEY &&
          !env.STRIPE_API_BASE),
      sandboxPort: env.SANDBOX_PORT,
      stripeApiBase: env.STRIPE_API_BASE,
      paypalApiBase: env.PAYPAL_API_BASE,
      platform:
        env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY
          ? {
              secretKey: env.STRIPE_SECRET_KEY,
              publishableKey: env.STRIPE_PUBLISHABLE_KEY,
              webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            }
          : undefined,
    },
  };
}
