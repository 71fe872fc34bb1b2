import { expect, test } from 'vitest';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import { emailHtml } from './email-layout.ts';

const html = (logo: { width: number; height: number }) =>
  emailHtml({
    language: 'en',
    subject: 'Invoice INV-1',
    preheader: '',
    businessName: 'Featherstonehaugh & Daughters',
    logo: { src: 'cid:logo', ...logo },
    brand: brandColors('#333333'),
    headline: { label: 'Amount due', value: '$100.00' },
    facts: [],
    message: 'Hello',
    button: { words: 'Pay', url: 'https://remit.example/pay-invoice/1' },
    footer: [],
  });

test('a small logo stands beside the name, a wide one leaves it the whole width', () => {
  expect(html({ width: 48, height: 48 })).toMatch(/<\/table><\/td><td [^>]*><span class="ink"/);
  expect(html({ width: 160, height: 30 })).toMatch(
    /<\/table><\/td><\/tr><tr><td [^>]*><span class="ink"/,
  );
});

test('the white ground of a logo is no taller than the logo', () => {
  for (const width of [48, 160]) {
    expect(html({ width, height: 30 })).toMatch(
      /<table [^>]*><tr><td bgcolor="#ffffff"[^>]*><img [^>]*><\/td><\/tr><\/table>/,
    );
  }
});
