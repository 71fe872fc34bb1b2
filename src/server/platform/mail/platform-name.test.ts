import { describe, expect, it } from 'vitest';
import { isPlatformName } from './platform-name.ts';

const APP = 'https://invoices.marram.example';

describe('a name that could be taken for the platform', () => {
  it.each([
    'Remit',
    'REMIT Support',
    'Remit, Inc.',
    'remit.example',
    'support@remit.example',
    'R e m i t',
    'R.e.m.i.t Security',
    'Re mit Support',
    'RemitSupport',
    'Remit24',
    'Rémit',
    'Rem\u200bit billing',
    'Ｒｅｍｉｔ',
    '𝐑𝐞𝐦𝐢𝐭',
    // Cyrillic е, м, т and і; a digit, an l, and two letters that look like one.
    'Rеmіt',
    'R3m1t',
    'Remlt',
    'Rernit',
    // Cherokee Ꭱ, Lisu ꓰ, Coptic ⲣ.
    'Ꭱemit',
    'RꓰMIT Support',
    'ⲣaypal',
    'Rеmit Ассоunts',
    'PayPal',
    'Pay Pal Service',
    'РауРаl',
    'My PayPal account',
    'Stripe',
    'Stripe Payments Europe, Ltd.',
    '$tripe Support',
    'Security',
    'Security Team',
    'The Support Desk',
    'Admin',
    'System Administrator',
    'Billing Department',
    'No-Reply',
    'Mail Delivery System',
    'Help!',
    'ѕuрроrt',
    'invoices.marram.example',
    'Invoices Marram Example',
    'Marram',
    'Marram support',
  ])('%s', (name) => {
    expect(isPlatformName(name, APP)).toBe(true);
  });

  it.each([
    'Harbor Security Ltd',
    'Quill <Studio>',
    'Ada Quill',
    'Remittance Partners',
    'Kremit & Sons',
    'Pinstripe Tailors',
    'Stripe Hill Farm',
    'Marram Landscape Studio',
    'Mercy Support Animals',
    'IT Support Berlin',
    'IT Services Ltd',
    'Legal Services',
    'Help the Hedgehogs',
    'Søren Østergaard',
    'Студия Перо',
    '墨水工作室',
    'A B',
    '3M Catering',
    '¡Olé!',
  ])('but not %s', (name) => {
    expect(isPlatformName(name, APP)).toBe(false);
  });

  it('does not take a name for the host that it runs on alone', () => {
    expect(isPlatformName('localhost', 'http://localhost:3000')).toBe(true);
    expect(isPlatformName('Ada Quill', 'http://localhost:3000')).toBe(false);
    expect(isPlatformName('Ada Quill', 'http://127.0.0.1:3000')).toBe(false);
  });
});
