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

  it('takes a mail server with the address that messages come from', () => {
    const url = 'smtps://ada%40example.com:p%40ss@mail.example.com';
    expect(readEnv({}).mail).toBeUndefined();
    expect(readEnv({ SMTP_URL: url, MAIL_FROM: 'billing@example.com' }).mail).toEqual({
      url,
      from: 'billing@example.com',
    });
    expect(refusal({ SMTP_URL: url })).toMatch(/^SMTP_URL needs MAIL_FROM/);
    expect(refusal({ SMTP_URL: url, MAIL_FROM: 'Ada' })).toMatch(/^MAIL_FROM must be/);
    for (const wrong of ['http://post.example.com', 'post.example.com', 'smtp://%zz@host']) {
      const said = refusal({ SMTP_URL: wrong, MAIL_FROM: 'a@example.com' });
      expect(said).toMatch(/^SMTP_URL must be such as/);
      expect(said).not.toContain(wrong);
    }
  });

  it('takes a quota of files, and none', () => {
    expect(readEnv({}).filesQuota).toEqual({ bytes: 2_147_483_648, files: 10_000 });
    expect(readEnv({ FILES_QUOTA_MB: '0', FILES_QUOTA_COUNT: '0' }).filesQuota).toEqual({
      bytes: Number.POSITIVE_INFINITY,
      files: Number.POSITIVE_INFINITY,
    });
    for (const wrong of ['-1', '1.5', 'much']) {
      expect(refusal({ FILES_QUOTA_MB: wrong })).toBe(
        'FILES_QUOTA_MB must be a number from 0 to 10000000',
      );
    }
  });

  it('takes how many new recipients an account may write to, and whom to ask for DNS records', () => {
    expect(readEnv({})).toMatchObject({ newRecipientsPerDay: 5, dnsResolver: undefined });
    expect(readEnv({ MAIL_NEW_RECIPIENTS_PER_DAY: '0' }).newRecipientsPerDay).toBe(0);
    for (const wrong of ['-1', '2.5', 'many', '1001']) {
      expect(refusal({ MAIL_NEW_RECIPIENTS_PER_DAY: wrong })).toBe(
        'MAIL_NEW_RECIPIENTS_PER_DAY must be a number from 0 to 1000',
      );
    }
    expect(readEnv({}).drainSeconds).toBe(5);
    expect(readEnv({ DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
    expect(refusal({ DRAIN_SECONDS: 'long' })).toBe('DRAIN_SECONDS must be a number from 0 to 60');
    expect(readEnv({}).mailUndoSeconds).toBe(10);
    expect(readEnv({ MAIL_UNDO_SECONDS: '0' }).mailUndoSeconds).toBe(0);
    for (const wrong of ['-1', '2.5', 'soon', '61']) {
      expect(refusal({ MAIL_UNDO_SECONDS: wrong })).toBe(
        'MAIL_UNDO_SECONDS must be a number from 0 to 60',
      );
    }
    for (const right of ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53']) {
      expect(readEnv({ DNS_RESOLVER: right }).dnsResolver).toBe(right);
    }
    for (const wrong of ['dns.example', '9.9.9.9:0', '9.9.9.9:70000', '[9.9.9.9]:53']) {
      expect(refusal({ DNS_RESOLVER: wrong })).toMatch(/^DNS_RESOLVER must be/);
    }
  });

  it('takes where exchange rates are fetched from: over HTTPS, or from this machine', () => {
    expect(readEnv({}).exchangeRatesUrl).toBeUndefined();
    for (const right of [
      'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      'http://127.0.0.1:4010/rates.xml',
    ]) {
      expect(readEnv({ EXCHANGE_RATES_URL: right }).exchangeRatesUrl).toBe(right);
    }
    for (const wrong of [
      'http://www.ecb.europa.eu/rates.xml',
      'https://a:b@www.ecb.europa.eu/rates.xml',
      'file:///etc/passwd',
      'rates.xml',
    ]) {
      expect(refusal({ EXCHANGE_RATES_URL: wrong })).toBe(
        'EXCHANGE_RATES_URL must be an https address, such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      );
    }
  });

  it('takes what phones ask about the mobile app', () => {
    expect(readEnv({}).mobile).toEqual({
      appId: undefined,
      androidFingerprints: [],
      appleTeam: undefined,
    });
    const one = Array.from({ length: 32 }, () => 'ab').join(':');
    expect(
      readEnv({
        MOBILE_APP_ID: 'com.example.invoices',
        MOBILE_ANDROID_FINGERPRINTS: `${one}, ${one}`,
        MOBILE_APPLE_TEAM: 'A1B2C3D4E5',
      }).mobile,
    ).toEqual({
      appId: 'com.example.invoices',
      androidFingerprints: [one.toUpperCase(), one.toUpperCase()],
      appleTeam: 'A1B2C3D4E5',
    });
    expect(refusal({ MOBILE_APP_ID: 'invoices' })).toMatch(/^MOBILE_APP_ID must be such as/);
    expect(refusal({ MOBILE_ANDROID_FINGERPRINTS: `${one}:ff` })).toMatch(
      /^MOBILE_ANDROID_FINGERPRINTS must be/,
    );
    expect(refusal({ MOBILE_APPLE_TEAM: 'a team' })).toMatch(/^MOBILE_APPLE_TEAM must be/);
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

  it.each(['HTTPS://Remit.Example', ' https://remit.example/ ', 'https://remit.example:443'])(
    'keeps the plain origin of APP_URL %j',
    (address) => expect(readEnv({ APP_URL: address }).appUrl).toBe('https://remit.example'),
  );

  it.each(['?', '#', '/?', '//', '?x=1', '#x', '\\'])('refuses APP_URL with %j behind it', (rest) =>
    expect(refusal({ APP_URL: `https://remit.example${rest}` })).toMatch(/^APP_URL must be/),
  );

  it.each(['https://@remit.example', 'https:remit.example', 'https:\\\\remit.example'])(
    'refuses APP_URL %j',
    (address) => expect(refusal({ APP_URL: address })).toMatch(/^APP_URL must be/),
  );

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

describe('settings of payments', () => {
  const live = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' };
  const testKeys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' };
  const sandbox = (source: Record<string, string>) => readEnv(source).payments.startSandbox;

  it('start the sandbox where no key is configured, and never by themselves in production', () => {
    expect(sandbox({})).toBe(true);
    expect(sandbox({ NODE_ENV: 'development' })).toBe(true);
    expect(sandbox({ NODE_ENV: 'production' })).toBe(false);
    expect(sandbox({ NODE_ENV: 'production', SANDBOX: 'on' })).toBe(true);
    expect(sandbox({ SANDBOX: 'off' })).toBe(false);
    expect(sandbox(testKeys)).toBe(false);
    expect(sandbox(live)).toBe(false);
    expect(sandbox({ STRIPE_API_BASE: 'http://127.0.0.1:4010' })).toBe(false);
  });

  it.each([
    [
      { ...live, STRIPE_API_BASE: 'http://127.0.0.1:4010' },
      'STRIPE_API_BASE is for test keys: it cannot be combined with live keys',
    ],
    [
      { ...live, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' },
      'PAYPAL_API_BASE is for tests: it cannot be combined with live keys',
    ],
    [
      { ...live, PAYPAL_API_BASE: 'http://127.0.0.1:4010' },
      'PAYPAL_API_BASE is for tests: it cannot be combined with live keys',
    ],
    [
      { ...live, SANDBOX: 'on' },
      'SANDBOX=on is for test keys: it cannot be combined with live keys',
    ],
    [
      { STRIPE_API_BASE: 'https://stripe.example' },
      'STRIPE_API_BASE must be an address of this machine, such as http://127.0.0.1:4010',
    ],
    [
      { STRIPE_API_BASE: 'http://127.0.0.1.example.com' },
      'STRIPE_API_BASE must be an address of this machine, such as http://127.0.0.1:4010',
    ],
    [
      { PAYPAL_API_BASE: 'https://paypal.example' },
      'PAYPAL_API_BASE must be https://api-m.paypal.com, https://api-m.sandbox.paypal.com or an address of this machine',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_abc' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys',
    ],
    [
      { STRIPE_SECRET_KEY: 'abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' },
      'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
    ],
    [{ STRIPE_WEBHOOK_SECRET: 'abc' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_'],
    [{ SANDBOX: 'yes' }, 'SANDBOX must be auto, on or off'],
    [{ SANDBOX_PORT: 'x' }, 'SANDBOX_PORT must be a number from 0 to 65535'],
  ])('%j is refused in words, without its value', (source, message) => {
    expect(refusal(source)).toBe(message);
  });

  it('name the platform and the addresses', () => {
    expect(
      readEnv({
        ...testKeys,
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com/',
        STRIPE_API_BASE: 'http://localhost:4010/',
      }).payments,
    ).toEqual({
      startSandbox: false,
      sandboxPort: undefined,
      stripeApiBase: 'http://localhost:4010',
      paypalApiBase: 'https://api-m.sandbox.paypal.com',
      platform: {
        secretKey: 'sk_test_abc',
        publishableKey: 'pk_test_abc',
        webhookSecret: 'whsec_1',
      },
    });
  });
});
