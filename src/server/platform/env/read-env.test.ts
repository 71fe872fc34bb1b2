import { describe, expect, it } from 'vitest';
import { EnvError, readEnv } from './read-env.ts';

const refusal = (source: Record<string, string>) => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
  }
  return undefined;
};

describe('readEnv', () => {
  it('works without any setting', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      appUrl: undefined,
      oidc: undefined,
      logLevel: 'info',
      trustProxy: 0,
    });
    expect(readEnv({}).dataDir).toMatch(/data$/);
  });

  it('counts an empty setting as absent and tidies addresses', () => {
    const env = readEnv({
      PORT: '',
      DATABASE_URL: ' ',
      APP_URL: 'https://remit.example/',
      ADMIN_EMAIL: 'Ada@Example.com',
    });
    expect(env).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      appUrl: 'https://remit.example',
      adminEmail: 'ada@example.com',
    });
  });

  it.each([
    [{ PORT: 'many' }, 'PORT must be a number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
    [
      { APP_URL: 'remit.example' },
      'APP_URL must be an address such as https://example.com, without a path',
    ],
    [
      { APP_URL: 'https://remit.example/app' },
      'APP_URL must be an address such as https://example.com, without a path',
    ],
    [
      { APP_URL: 'https://a:b@remit.example' },
      'APP_URL must be an address such as https://example.com, without a path',
    ],
    [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an email address'],
    [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY must have at least 32 characters'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be the number of proxies in front'],
    [
      { OIDC_ISSUER: 'https://login.example.com' },
      'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it',
    ],
  ])('refuses %j in words', (source, message) => expect(refusal(source)).toBe(message));

  it('names every wrong setting at once, and no value', () => {
    const message = refusal({ PORT: 'x', SECRETS_KEY: 'hunter2', DATABASE_URL: 'secret' });
    expect(message?.split('\n')).toHaveLength(3);
    expect(message).not.toMatch(/hunter2|secret/);
  });
});
