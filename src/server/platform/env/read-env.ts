import { resolve } from 'node:path';
import * as z from 'zod';

const APP_URL_MESSAGE = 'APP_URL must be an address such as https://example.com, without a path';

/** Links are made by adding a path to it, and printed: so no path, query or password of its own. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}

/** All settings. The README's table says the same in words. */
const schema = z
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
    APP_URL: z.string().refine(isOrigin, { error: APP_URL_MESSAGE }).optional(),
    ADMIN_EMAIL: z.email({ error: 'ADMIN_EMAIL must be an email address' }).optional(),
    SUPPORT_EMAIL: z.email({ error: 'SUPPORT_EMAIL must be an email address' }).optional(),
    SECRETS_KEY: z
      .string()
      .min(32, { error: 'SECRETS_KEY must have at least 32 characters' })
      .optional(),
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: 'OIDC_ISSUER must be the address of the provider' })
      .optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
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
  });

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
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined;
  logLevel: string;
  trustProxy: number;
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
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => issue.message).join('\n'));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    appUrl: env.APP_URL?.replace(/\/+$/, ''),
    adminEmail: env.ADMIN_EMAIL?.toLowerCase(),
    supportEmail: env.SUPPORT_EMAIL,
    secretsKey: env.SECRETS_KEY,
    oidc: env.OIDC_ISSUER
      ? {
          issuer: env.OIDC_ISSUER.replace(/\/+$/, ''),
          clientId: env.OIDC_CLIENT_ID ?? '',
          clientSecret: env.OIDC_CLIENT_SECRET ?? '',
        }
      : undefined,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
  };
}
