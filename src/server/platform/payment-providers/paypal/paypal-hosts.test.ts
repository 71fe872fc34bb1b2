import { describe, expect, test } from 'vitest';
import { paypalHost } from './paypal-hosts.ts';

describe('where PayPal is spoken', () => {
  test.each([
    ['https://api-m.paypal.com', true],
    ['https://api-m.paypal.com/', true],
    ['https://api-m.sandbox.paypal.com', false],
    ['http://127.0.0.1:4242', false],
    ['http://localhost:4242/', false],
    ['http://[::1]:4242', false],
  ])('%s', (base, livemode) => {
    const host = paypalHost(base);
    expect(host.livemode).toBe(livemode);
    expect(host.apiBase.endsWith('/')).toBe(false);
  });

  test.each([
    'http://api-m.paypal.com',
    'https://api-m.paypal.com.evil.example',
    'https://api-m.paypal.com@evil.example',
    'https://paypal.com',
    'https://evil.example',
    'http://192.168.0.7:80',
    'http://127.0.0.1:4242/path',
    'http://user:word@127.0.0.1:4242',
    'http://localhost.evil.example',
    'ftp://localhost',
    'localhost:4242',
    '',
  ])('and nowhere else: %s', (base) => {
    expect(() => paypalHost(base)).toThrow(RangeError);
  });

  test('its pages and certificates are of the same house', () => {
    const live = paypalHost('https://api-m.paypal.com');
    expect(live.owns('https://www.paypal.com/checkoutnow?token=1')).toBe(true);
    expect(live.owns('https://api.paypal.com/v1/notifications/certs/CERT-1')).toBe(true);
    for (const other of [
      'http://www.paypal.com/',
      'https://evilpaypal.com/',
      'https://paypal.com.evil.example/',
      'https://www.paypal.com@evil.example/',
      'http://127.0.0.1/',
      'javascript:alert(1)',
      'nothing',
    ]) {
      expect(live.owns(other), other).toBe(false);
    }
    const here = paypalHost('http://127.0.0.1:4242');
    expect(here.owns('http://localhost:4242/paypal/approve/1')).toBe(true);
    expect(here.owns('http://127.0.0.1:4243/')).toBe(false);
    expect(here.owns('https://www.paypal.com/')).toBe(false);
  });
});
