import * as z from 'zod';
import { isMobileAppId } from '../../../shared/mobile/mobile-app.ts';
import { MAIL_PROVIDERS, readAuthority, readDkimKey, readMailboxUrl } from './mail-settings.ts';
import {
  isLoopback,
  isOrigin,
  isRatesFile,
  isResolver,
  isSmtp,
  readOrigin,
} from './network-addresses.ts';

const APP_URL_MESSAGE = 'APP_URL must be an address such as https://example.com, without a path';

const NEW_RECIPIENTS_MESSAGE = 'MAIL_NEW_RECIPIENTS_PER_DAY must be a number from 0 to 1000';

const PAYPAL_LIVE = 'https://api-m.paypal.com';
const PAYPAL_HOSTS = new Set([PAYPAL_LIVE, 'https://api-m.sandbox.paypal.com']);
const isLiveKey = (key: string | undefined) => /^(sk|pk|rk)_live_/.test(key ?? '');
/** Of a certificate, as keytool and the Play Console print it. */
const SHA_256 = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/;

const wholeNumber = (name: string, max: number) => {
  const error = `${name} must be a number from 0 to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(0, { error }).max(max, { error });
};

/** All settings. `docs/settings.md` says the same in words. */
export const settingsSchema = z
  .object({
    PORT: z.coerce
      .number({ error: 'PORT must be a number from 0 to 65535' })
      .int()
      .min(0, { error: 'PORT must be a number from 0 to 65535' })
      .max(65_535, { error: 'PORT must be a number from 0 to 65535' })
      .default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, {
        error: 'DATABASE_URL must begin with postgres:// or postgresql://',
      })
      .optional(),
    APP_URL: z
      .string()
      .refine(isOrigin, { error: APP_URL_MESSAGE })
      .transform(readOrigin)
      .optional(),
    ADMIN_EMAIL: z.email({ error: 'ADMIN_EMAIL must be an email address' }).optional(),
    SUPPORT_EMAIL: z.email({ error: 'SUPPORT_EMAIL must be an email address' }).optional(),
    SECRETS_KEY: z
      .string()
      .min(32, { error: 'SECRETS_KEY must have at least 32 characters' })
      .optional(),
    /** What `npm run rotate-key` changes SECRETS_KEY to. */
    SECRETS_KEY_NEW: z
      .string()
      .min(32, { error: 'SECRETS_KEY_NEW must have at least 32 characters' })
      .optional(),
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: 'OIDC_ISSUER must be the address of the provider' })
      .optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** A mail server, with the credentials in it. */
    SMTP_URL: z
      .string()
      .refine(isSmtp, {
        error: 'SMTP_URL must be such as smtp://user:password@mail.example.com:587, or smtps://',
      })
      .optional(),
    /** The file of the authority that signed the mail server's certificate, as PEM. */
    SMTP_CA: z.string().optional(),
    /** The address that messages come from. */
    MAIL_FROM: z.email({ error: 'MAIL_FROM must be an email address' }).optional(),
    /** What messages are signed with (RFC 6376). */
    DKIM_DOMAIN: z
      .string()
      .regex(/^[a-z0-9.-]{1,253}$/i, { error: 'DKIM_DOMAIN must be a domain such as example.com' })
      .optional(),
    DKIM_SELECTOR: z
      .string()
      .regex(/^[a-z0-9._-]{1,63}$/i, { error: 'DKIM_SELECTOR must be a name such as remit' })
      .optional(),
    /** As PEM, or the file that it stands in. */
    DKIM_PRIVATE_KEY: z.string().optional(),
    /** Who tells of messages that came back, and by what it proves itself. */
    MAIL_WEBHOOK_PROVIDER: z
      .enum(MAIL_PROVIDERS, {
        error: `MAIL_WEBHOOK_PROVIDER must be one of ${MAIL_PROVIDERS.join(', ')}`,
      })
      .optional(),
    MAIL_WEBHOOK_SECRET: z.string().optional(),
    /** A mailbox that messages come back to. */
    BOUNCE_IMAP_URL: z
      .string()
      .refine((address) => readMailboxUrl(address) !== undefined, {
        error:
          'BOUNCE_IMAP_URL must be such as imaps://user:password@mail.example.com, or with a folder behind a slash',
      })
      .optional(),
    /** How many recipients that an account never wrote to it may write to in a day, until proven. */
    MAIL_NEW_RECIPIENTS_PER_DAY: z.coerce
      .number({ error: NEW_RECIPIENTS_MESSAGE })
      .int({ error: NEW_RECIPIENTS_MESSAGE })
      .min(0, { error: NEW_RECIPIENTS_MESSAGE })
      .max(1_000, { error: NEW_RECIPIENTS_MESSAGE })
      .default(5),
    /** How long a message that somebody has pressed for can be taken back before it goes out. */
    MAIL_UNDO_SECONDS: wholeNumber('MAIL_UNDO_SECONDS', 60).default(10),
    /** How long a server on PostgreSQL goes on answering after SIGTERM, so that others can take over. */
    DRAIN_SECONDS: wholeNumber('DRAIN_SECONDS', 60).default(5),
    /** Whom to ask for DNS records instead of the machine's own resolver. */
    DNS_RESOLVER: z
      .string()
      .refine(isResolver, {
        error: 'DNS_RESOLVER must be an IP address such as 9.9.9.9, or with a port 127.0.0.1:5353',
      })
      .optional(),
    /** Where the European Central Bank's reference rates are fetched from; unset: they are not. */
    EXCHANGE_RATES_URL: z
      .string()
      .refine(isRatesFile, {
        error:
          'EXCHANGE_RATES_URL must be an https address, such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      })
      .optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      })
      .default('info'),
    /** How many proxies stand in front: their X-Forwarded-For entries are believed. */
    TRUST_PROXY: z.coerce
      .number({ error: 'TRUST_PROXY must be the number of proxies in front' })
      .int()
      .min(0)
      .max(10)
      .default(0),
    /** Whether browsers reach every host below APP_URL's over HTTPS alone, too. */
    HSTS_INCLUDE_SUBDOMAINS: z
      .enum(['true', 'false'], { error: 'HSTS_INCLUDE_SUBDOMAINS must be true or false' })
      .default('false'),
    /** The platform's own account at Stripe: sells Remit's plans. */
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_(test|live)_\S+$/, {
        error: 'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
      })
      .optional(),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_(test|live)_\S+$/, {
        error: 'STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_',
      })
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\S+$/, { error: 'STRIPE_WEBHOOK_SECRET must begin with whsec_' })
      .optional(),
    STRIPE_API_BASE: z
      .string()
      .refine(isLoopback, {
        error: 'STRIPE_API_BASE must be an address of this machine, such as http://127.0.0.1:4010',
      })
      .transform(readOrigin)
      .optional(),
    PAYPAL_API_BASE: z
      .string()
      .refine(
        (base) => (isOrigin(base) && PAYPAL_HOSTS.has(readOrigin(base))) || isLoopback(base),
        {
          error:
            'PAYPAL_API_BASE must be https://api-m.paypal.com, https://api-m.sandbox.paypal.com or an address of this machine',
        },
      )
      .transform(readOrigin)
      .optional(),
    /** 'auto': where no platform key is configured, and never in production. */
    SANDBOX: z
      .enum(['auto', 'on', 'off'], { error: 'SANDBOX must be auto, on or off' })
      .default('auto'),
    SANDBOX_PORT: z.coerce
      .number({ error: 'SANDBOX_PORT must be a number from 0 to 65535' })
      .int()
      .min(0, { error: 'SANDBOX_PORT must be a number from 0 to 65535' })
      .max(65_535, { error: 'SANDBOX_PORT must be a number from 0 to 65535' })
      .optional(),
    /** An S3-compatible store for uploaded files instead of DATA_DIR. */
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i, { error: 'S3_BUCKET must name a bucket' })
      .optional(),
    S3_ENDPOINT: z
      .string()
      .refine(isOrigin, {
        error: 'S3_ENDPOINT must be an address such as https://s3.example.com, without a path',
      })
      .transform(readOrigin)
      .optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_FORCE_PATH_STYLE: z
      .enum(['true', 'false'], { error: 'S3_FORCE_PATH_STYLE must be true or false' })
      .optional(),
    /** What each owner may keep of uploaded files; 0 sets no limit. */
    FILES_QUOTA_MB: wholeNumber('FILES_QUOTA_MB', 10_000_000).default(2_048),
    FILES_QUOTA_COUNT: wholeNumber('FILES_QUOTA_COUNT', 10_000_000).default(10_000),
    /** The mobile app whose links this installation opens; its id follows from APP_URL. */
    MOBILE_APP_ID: z
      .string()
      .refine(isMobileAppId, { error: 'MOBILE_APP_ID must be such as com.example.invoices' })
      .optional(),
    MOBILE_ANDROID_FINGERPRINTS: z
      .string()
      .transform((list) =>
        list
          .toUpperCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      )
      .refine((list) => list.every((one) => SHA_256.test(one)), {
        error:
          'MOBILE_ANDROID_FINGERPRINTS must be SHA-256 fingerprints such as 14:6D:E9:…, with a comma between',
      })
      .optional(),
    MOBILE_APPLE_TEAM: z
      .string()
      .regex(/^[A-Z0-9]{10}$/, {
        error: 'MOBILE_APPLE_TEAM must be the 10 characters of a team ID',
      })
      .optional(),
    NODE_ENV: z.string().optional(),
  })
  .superRefine((env, context) => {
    if (env.OIDC_ISSUER && !(env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET)) {
      context.addIssue({
        code: 'custom',
        path: ['OIDC_CLIENT_ID'],
        message: 'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it',
      });
    }
    for (const message of storeProblems(env)) {
      context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message });
    }
    if (env.SMTP_URL && !env.MAIL_FROM) {
      context.addIssue({
        code: 'custom',
        path: ['MAIL_FROM'],
        message: 'SMTP_URL needs MAIL_FROM beside it: the address that messages come from',
      });
    }
    for (const message of mailProblems(env)) {
      context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message });
    }
    for (const message of paymentProblems(env)) {
      context.addIssue({ code: 'custom', path: ['STRIPE_SECRET_KEY'], message });
    }
  });

function mailProblems(
  env: Parameters<typeof readDkimKey>[0] & Parameters<typeof readAuthority>[0] & MailTold,
): string[] {
  const problems: string[] = [];
  for (const read of [readDkimKey, readAuthority]) {
    try {
      read(env);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  const { MAIL_WEBHOOK_PROVIDER: provider, MAIL_WEBHOOK_SECRET: secret } = env;
  if ((provider === undefined) !== (secret === undefined)) {
    problems.push('MAIL_WEBHOOK_PROVIDER and MAIL_WEBHOOK_SECRET must be set together');
  } else if (provider === 'ses' && !/^arn:aws[a-z-]{0,10}:sns:/.test(secret ?? '')) {
    problems.push('MAIL_WEBHOOK_SECRET must be the ARN of the SNS topic for ses');
  } else if (provider !== undefined && (secret ?? '').length < 16) {
    problems.push('MAIL_WEBHOOK_SECRET must have at least 16 characters');
  }
  return problems;
}

interface MailTold {
  MAIL_WEBHOOK_PROVIDER?: (typeof MAIL_PROVIDERS)[number] | undefined;
  MAIL_WEBHOOK_SECRET?: string | undefined;
}

interface StoreKeys {
  S3_BUCKET?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

function storeProblems(env: StoreKeys): string[] {
  const problems: string[] = [];
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  if (env.S3_BUCKET === undefined && (env.S3_ENDPOINT ?? env.S3_ACCESS_KEY_ID) !== undefined) {
    problems.push('S3_ENDPOINT and S3_ACCESS_KEY_ID need S3_BUCKET beside them');
  }
  return problems;
}

interface PaymentKeys {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
  PAYPAL_API_BASE?: string | undefined;
  SANDBOX: 'auto' | 'on' | 'off';
}

/** Live keys never go to an address that is not the provider's own. */
function paymentProblems(env: PaymentKeys): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = env;
  const live = isLiveKey(secret) || isLiveKey(publishable);
  const problems: string[] = [];
  if ((secret === undefined) !== (publishable === undefined)) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together');
  } else if (isLiveKey(secret) !== isLiveKey(publishable)) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys',
    );
  }
  if (live && env.STRIPE_API_BASE) {
    problems.push('STRIPE_API_BASE is for test keys: it cannot be combined with live keys');
  }
  if (live && env.PAYPAL_API_BASE && env.PAYPAL_API_BASE !== PAYPAL_LIVE) {
    problems.push('PAYPAL_API_BASE is for tests: it cannot be combined with live keys');
  }
  if (live && env.SANDBOX === 'on') {
    problems.push('SANDBOX=on is for test keys: it cannot be combined with live keys');
  }
  return problems;
}

export type Settings = z.output<typeof settingsSchema>;
