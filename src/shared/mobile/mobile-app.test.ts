import { describe, expect, it } from 'vitest';
import { isMobileAppId, mobileAppId, opensInMobileApp } from './mobile-app.ts';

describe('mobileAppId', () => {
  it.each([
    ['https://remit.example.com', 'com.example.remit'],
    ['https://remit.example.com:8443', 'com.example.remit'],
    ['https://My-Firm.example.com', 'com.example.myfirm'],
    ['https://37pages.example', 'example.x37pages'],
    ['https://firm.do', 'xdo.firm'],
    ['https://return.example', 'example.xreturn'],
    ['https://xn--mller-kva.example', 'example.xnmllerkva'],
    ['http://localhost:3000', undefined],
    ['http://192.168.1.20:3000', undefined],
    ['http://[::1]:3000', undefined],
  ])('%s: %s', (origin, id) => expect(mobileAppId(origin)).toBe(id));
});

describe('isMobileAppId', () => {
  it.each(['com.example.remit', 'com.Class.app'])('takes %s', (id) =>
    expect(isMobileAppId(id)).toBe(true),
  );
  it.each(['remit', 'com.class.app', 'com.my-firm', 'com..app', 'com.1st', 'com.app.'])(
    'refuses %s',
    (id) => expect(isMobileAppId(id)).toBe(false),
  );
});

describe('opensInMobileApp', () => {
  it.each(['/dashboard', '/invoices', '/invoices/12', '/business-profile'])('%s does', (path) =>
    expect(opensInMobileApp(path)).toBe(true),
  );

  it.each(['/', '/pay-invoice/12', '/payment-success', '/api/invoices', '/invoicesX', '/sign-in'])(
    '%s does not',
    (path) => expect(opensInMobileApp(path)).toBe(false),
  );
});
