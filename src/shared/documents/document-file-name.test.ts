import { describe, expect, it } from 'vitest';
import { contentDisposition, documentFileName } from './document-file-name.ts';

const name = (number: string, businessName: string) => documentFileName({ number, businessName });

describe('documentFileName', () => {
  it('joins number and business', () => {
    expect(name('INV-2026-4821', 'Harbour & Finch')).toBe('INV-2026-4821 Harbour & Finch.pdf');
    expect(name('INV-1', '港鶯デザイン')).toBe('INV-1 港鶯デザイン.pdf');
  });

  it('leaves out what a file system or header could misread', () => {
    expect(name('../../etc/passwd', 'a\\b:c')).toBe('etc-passwd a-b-c.pdf');
    expect(name('INV"1\r\nX-Evil: 1', '<b>*?|')).toBe('INV1X-Evil- 1 b.pdf');
    expect(name('INV\u202e4821', 'fdp\u2066.exe')).toBe('INV4821 fdp.exe.pdf');
    expect(name('.hidden', '...')).toBe('hidden.pdf');
    expect(name('\ud800', '')).toBe('document.pdf');
  });

  it('stays within what file systems take, and cuts between characters', () => {
    const long = name('1', '港'.repeat(300));
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(190);
    expect(long).toMatch(/^1 港+\.pdf$/u);
    // As long as may be: 180 bytes before the ending, two of them for each é.
    expect(name('1', 'a'.repeat(300))).toBe(`1 ${'a'.repeat(178)}.pdf`);
    expect(name('1', 'é'.repeat(300))).toBe(`1 ${'é'.repeat(89)}.pdf`);
    expect(name('1', '😀'.repeat(300))).toMatch(/^1 (?:😀)+\.pdf$/u);
  });

  it('is never empty', () => {
    expect(name('', '')).toBe('document.pdf');
  });
});

describe('contentDisposition', () => {
  it('gives the name twice: for old clients and in full', () => {
    expect(contentDisposition('inline', 'INV-1 Café & Söhne.pdf')).toBe(
      'inline; filename="INV-1 Cafe & Sohne.pdf"; ' +
        "filename*=UTF-8''INV-1%20Caf%C3%A9%20%26%20S%C3%B6hne.pdf",
    );
  });

  it('encodes what encodeURIComponent leaves and RFC 5987 does not allow', () => {
    const header = contentDisposition('attachment', "a'b(c)*.pdf");
    expect(header).toMatch(/^attachment; /);
    expect(header.split("UTF-8''")[1]).toBe('a%27b%28c%29%2A.pdf');
  });

  it('is one plain ASCII line whatever it is given', () => {
    for (const evil of ['a\r\nb.pdf', '"; evil=1.pdf', '\ud800.pdf', '請求書.pdf', '%41.pdf']) {
      const header = contentDisposition('inline', evil);
      expect(header).toMatch(/^inline; filename="[^"\\%]+\.pdf"; filename\*=UTF-8''[\w%.~!-]+$/);
    }
    expect(contentDisposition('inline', '請求書.pdf')).toContain('filename="document.pdf"');
  });
});
