import { describe, expect, it } from 'vitest';
import { readEnv } from '../env/read-env.ts';
import { openPayments } from './open-payments.ts';

const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
const open = (source: Record<string, string>, sandboxUrl?: string) =>
  openPayments({ settings: readEnv(source).payments, clock, sandboxUrl });

describe('openPayments', () => {
  it('beside a sandbox: test mode, test keys, and plans by the sandbox', () => {
    expect(open({}, 'http://127.0.0.1:4010')).toMatchObject({
      testMode: true,
      keyMode: 'test',
      sandboxUrl: 'http://127.0.0.1:4010',
      platform: { publishableKey: 'pk_test_remitplatform' },
    });
  });

  it("with the provider's test keys: test mode without a sandbox", () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' };
    expect(open(keys)).toMatchObject({ testMode: true, keyMode: 'test', sandboxUrl: null });
  });

  it('with live keys: real money, and live keys for everybody', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' };
    expect(open(keys)).toMatchObject({ testMode: false, keyMode: 'live', sandboxUrl: null });
  });

  it('without a platform in production: no plans, keys of either mode', () => {
    expect(open({ NODE_ENV: 'production' })).toMatchObject({
      testMode: false,
      keyMode: 'any',
      platform: undefined,
    });
  });
});
