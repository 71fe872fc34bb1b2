import { describe, expect, it } from 'vitest';
import { screenOfLink } from './deep-link.ts';
import { attachmentName } from './files.ts';

const ORIGIN = 'https://remit.example.com';

describe('screenOfLink', () => {
  it.each([
    ['https://remit.example.com/invoices/12', '/invoices/12'],
    ['https://remit.example.com/invoices?status=overdue', '/invoices?status=overdue'],
    ['https://remit.example.com/invoices/12/#top', '/invoices/12'],
    ['com.example.remit://invoices/12', '/invoices/12'],
    ['com.example.remit:///invoices/12', '/invoices/12'],
    ['com.example.remit:/invoices/12', '/invoices/12'],
    ['com.example.remit://dashboard', '/dashboard'],
    // It climbs nowhere: a screen of invoices that does not exist.
    ['com.example.remit://invoices/%2e%2e/../api/logout', '/invoices/api/logout'],
  ])('%s: %s', (link, screen) => expect(screenOfLink(link, ORIGIN)).toBe(screen));

  it.each([
    'https://elsewhere.example/invoices/12',
    'https://remit.example.com.evil.example/invoices/12',
    'http://remit.example.com/invoices/12',
    'https://remit.example.com/api/logout',
    'https://remit.example.com/invoices/../api/logout',
    'https://remit.example.com/pay-invoice/0123',
    'https://remit.example.com/',
    'com.example.remit:////evil.example/invoices/12',
    'com.example.remit://api/logout',
    'com.example.remit://invoicesX/12',
    'javascript:alert(1)//invoices/12',
    'no link at all',
    '',
  ])('%s is none for the app', (link) => expect(screenOfLink(link, ORIGIN)).toBeUndefined());
});

describe('attachmentName', () => {
  it.each([
    [`inline; filename="INV-1.pdf"; filename*=UTF-8''INV-1%20M%C3%BCller.pdf`, 'INV-1 Müller.pdf'],
    ['attachment; filename="revenue-30d.csv"', 'revenue-30d.csv'],
    [`inline; filename="INV-1.pdf"; filename*=UTF-8''%E0%A4%A`, 'INV-1.pdf'],
    [`inline; filename*=UTF-8''..%2F..%2Fetc`, '-..-etc'],
    ['inline', undefined],
    [null, undefined],
  ])('%s: %s', (header, name) => expect(attachmentName(header)).toBe(name));
});
