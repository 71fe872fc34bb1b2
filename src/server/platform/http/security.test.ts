import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readEnv } from '../env/read-env.ts';
import { openStripeClient } from '../payment-providers/stripe/stripe-client.ts';
import { policyOfApp, registerSecurity } from './security.ts';

const platform = {
  client: openStripeClient('sk_test_policies', null),
  publishableKey: 'pk_test_policies',
  webhookSecret: undefined,
};
const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources];
    }),
  );

it('lets the application’s page reach the provider of its payment form, and nobody else', () => {
  const closed = directives(policyOfApp({ platform: undefined, sandboxUrl: null }));
  expect(closed).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
  expect(closed).not.toHaveProperty('frame-src');

  const sandboxed = directives(policyOfApp({ platform, sandboxUrl: 'http://127.0.0.1:4010' }));
  expect(sandboxed).toEqual({ ...closed, 'connect-src': ["'self'", 'http://127.0.0.1:4010'] });

  const stripe = directives(policyOfApp({ platform, sandboxUrl: null }));
  expect(stripe).toEqual({
    ...closed,
    'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
    'connect-src': ["'self'", 'https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  });
  for (const policy of [sandboxed, stripe]) {
    expect(JSON.stringify(policy['script-src'])).not.toContain('unsafe');
  }
});

it('lets the application’s page send files to the store that is configured', () => {
  const payments = { platform: undefined, sandboxUrl: null };
  const open = directives(policyOfApp(payments, undefined, 'https://remit.s3.example.com'));
  expect(open).toEqual({
    ...directives(policyOfApp(payments)),
    'connect-src': ["'self'", 'https://remit.s3.example.com'],
  });
});

it('lets the application’s page show the faces that a sign-in provider names', () => {
  for (const sandboxUrl of [null, 'http://127.0.0.1:4010']) {
    const payments = { platform, sandboxUrl };
    const plain = directives(policyOfApp(payments));
    expect(plain['img-src']).toEqual(["'self'", 'data:', 'blob:']);
    expect(directives(policyOfApp(payments, undefined, undefined, true))).toEqual({
      ...plain,
      'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    });
  }
});

it.each([
  ['https://remit.example', {}, 'max-age=31536000'],
  ['https://remit.example', { HSTS_INCLUDE_SUBDOMAINS: 'false' }, 'max-age=31536000'],
  [
    'https://remit.example',
    { HSTS_INCLUDE_SUBDOMAINS: 'true' },
    'max-age=31536000; includeSubDomains',
  ],
  ['http://localhost:3000', { HSTS_INCLUDE_SUBDOMAINS: 'true' }, undefined],
])('%s with %j asks browsers for HTTPS: %s', async (appUrl, settings, told) => {
  const app = Fastify();
  registerSecurity(app, { appUrl: () => appUrl, env: readEnv(settings) });
  app.get('/', async () => 'ok');
  expect((await app.inject('/')).headers['strict-transport-security']).toBe(told);
  await app.close();
});
