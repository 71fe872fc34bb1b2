import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_PAY_URL, sampleDocument } from '../../../../test/pdf/sample-document.ts';
import type { DocumentData, DocumentTheme } from '../../../shared/documents/document-data.ts';
import { DOCUMENT_THEMES } from '../../../shared/documents/document-data.ts';
import type { DocumentLogo, PdfEngine } from './open-pdf-engine.ts';
import { openPdfEngine } from './open-pdf-engine.ts';

const createdAt = new Date('2026-11-20T10:00:00Z');
const svgLogo: DocumentLogo = {
  type: 'svg',
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#c00"/></svg>',
  ),
};

let engine: PdfEngine;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'remit-pdf-'));
  engine = openPdfEngine({ processes: 2 });
  return engine.ready();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const draw = (document: DocumentData, logo?: DocumentLogo) =>
  engine.pdf(document, { createdAt, logo });

const tool = (name: string, args: string[], input: Buffer) =>
  execFileSync(name, args, { input, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
const readPages = (pdf: Buffer, order = '-layout') =>
  tool('pdftotext', [order, '-', '-'], pdf).split('\f').slice(0, -1);
const readInfo = (pdf: Buffer) => tool('pdfinfo', ['-'], pdf);

function hasTool(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The file as a second program judges it; qpdf is not everywhere. */
function check(pdf: Buffer): void {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  if (!hasTool('qpdf')) return;
  const file = path.join(folder, 'checked.pdf');
  writeFileSync(file, pdf);
  execFileSync('qpdf', ['--check', file], { stdio: 'ignore' });
}

const inTheme = (theme: DocumentTheme, document: DocumentData): DocumentData => ({
  ...document,
  theme,
});

describe('an invoice', () => {
  it('says everything that the customer needs', async () => {
    const pdf = await draw(sampleDocument(3), svgLogo);
    check(pdf);
    const [text = ''] = readPages(pdf);
    for (const words of [
      'Harbour & Finch',
      'Jane Finch, +1 207 555 0142',
      'Meridian Coffee Roasters',
      'Attn. Dana Whitlock',
      'INV-2026-4821',
      'MCR-7734',
      'Dec 20, 2026',
      'Brand strategy workshop, two days on site',
      '$6,400.00',
      'Tax (8.5%)',
      '$11,034.45',
      'Thank you for the trust, Dana.',
      'Scan to view',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('carries its title, author, time and structure, and links to where it is paid', async () => {
    const pdf = await draw(sampleDocument(3));
    const info = readInfo(pdf);
    expect(info).toMatch(/Title:\s+Invoice INV-2026-4821/);
    expect(info).toMatch(/Author:\s+Harbour & Finch/);
    expect(info).toMatch(/CreationDate:.*Nov 20 .*2026/);
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(pdf.includes(SAMPLE_PAY_URL)).toBe(true);
  });

  it('is the same file when drawn again', async () => {
    const [first, second] = [await draw(sampleDocument(5)), await draw(sampleDocument(5))];
    expect(first.equals(second)).toBe(true);
  });

  it('changes with its pay address, though it is a picture', async () => {
    const document = sampleDocument(2);
    const before = await draw(document);
    const url = SAMPLE_PAY_URL.replace('5f1c', '0000');
    const after = await draw({ ...document, pay: { caption: 'Scan to pay', url } });
    expect(after.equals(before)).toBe(false);
    expect((await draw(document)).equals(before)).toBe(true);
  });

  it('comes on the paper that the document names', async () => {
    expect(readInfo(await draw(sampleDocument(1)))).toMatch(/Page size:\s+612 x 792/);
    expect(readInfo(await draw(sampleDocument(1, {}, { country: 'France' })))).toMatch(/A4/);
  });

  it.each(DOCUMENT_THEMES)('of 14 lines with all its parts fits one page in %s', async (theme) => {
    for (const country of ['USA', 'France']) {
      const pages = readPages(
        await draw(inTheme(theme, sampleDocument(14, {}, { country })), svgLogo),
      );
      expect(pages).toHaveLength(1);
    }
  });

  it.each(DOCUMENT_THEMES)('shows its state in %s', async (theme) => {
    const paid = sampleDocument(2, { status: 'paid', paidAt: '2026-11-28', paymentMethod: 'card' });
    // A stamp stands at an angle: only the order of the file keeps its letters together.
    const [text = ''] = readPages(await draw(inTheme(theme, paid)), '-raw');
    expect(text).toContain('PAID');
    expect(text).toContain('Paid Nov 28, 2026 by card');
    expect(text).not.toContain('Scan to');
    const overdue = await draw(inTheme(theme, sampleDocument(2, { status: 'overdue' })));
    expect(readPages(overdue, '-raw')[0]).toContain('OVERDUE');
    const sent = await draw(inTheme(theme, sampleDocument(2)));
    expect(readPages(sent, '-raw')[0]).not.toMatch(/PAID|OVERDUE|DRAFT/);
  });
});

/** The words of the first page and the corners that hold them, in points. */
function readBoxes(pdf: Buffer) {
  const found = tool('pdftotext', ['-l', '1', '-bbox', '-', '-'], pdf).matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</g,
  );
  return [...found].map(([, ...parts]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = parts.slice(0, 4).map(Number);
    return { left, top, right, bottom, text: parts[4] ?? '' };
  });
}

describe('a stamp', () => {
  it.each(DOCUMENT_THEMES)('covers no words in %s, however long they are', async (theme) => {
    const name = 'International Consolidated Widgets, Bakeries and Landscaping Holdings (USA) Ltd';
    const long = sampleDocument(
      0,
      {
        number: 'W'.repeat(50),
        lineItems: [{ description: 'Work', quantity: '1', unitPrice: '99999999.99' }],
        taxRate: '0',
      },
      { businessName: name },
      { name, company: name },
    );
    const status = { kind: 'accepted', text: 'ACCEPTED' } as const;
    const boxes = readBoxes(await draw({ ...inTheme(theme, long), status }));
    // At an angle, its letters are words of their own.
    const isLetters = ({ text }: { text: string }) => /^[ACEPTD]+$/.test(text);
    const letters = boxes.filter(isLetters);
    expect(letters.map(({ text }) => text.length).reduce((a, b) => a + b, 0)).toBe(8);
    const edge = {
      left: Math.min(...letters.map(({ left }) => left)),
      top: Math.min(...letters.map(({ top }) => top)),
      right: Math.max(...letters.map(({ right }) => right)),
      bottom: Math.max(...letters.map(({ bottom }) => bottom)),
    };
    const covered = boxes.filter(
      (word) =>
        !isLetters(word) &&
        word.left < edge.right &&
        word.right > edge.left &&
        word.top < edge.bottom &&
        word.bottom > edge.top,
    );
    expect(covered).toEqual([]);
  });
});

describe('hostile and awkward data', () => {
  it('keeps text text', async () => {
    const hostile = [
      '#eval("1+1") #import "x.typ" #read("/etc/passwd")',
      '$x^2$ *bold* _it_ @ref <tag> \\u{41}',
      '<script>alert(1)</script> // comment',
      '"; #panic() ] ) }',
    ];
    const lineItems = hostile.map((description) => ({
      description,
      quantity: '1.00',
      unitPrice: '1.00',
    }));
    const document = sampleDocument(0, { lineItems, notes: '#sys.inputs </foreignObject>' });
    const text = readPages(await draw(document))
      .join('')
      .replace(/\s+/g, ' ');
    for (const words of [...hostile, '#sys.inputs </foreignObject>']) expect(text).toContain(words);
  });

  const long = 'W'.repeat(300);
  const awkward: [string, DocumentData][] = [
    ['nothing at all', sampleDocument(0, { number: '', issueDate: '', notes: '', terms: '' })],
    [
      'endless words',
      sampleDocument(
        2,
        {
          number: long,
          poNumber: long,
          notes: `${long} ${long}`,
          lineItems: [{ description: long, quantity: '1', unitPrice: '99999999.99' }],
          taxRate: '0',
        },
        { businessName: long, address: long, email: `${long}@${long}.example` },
        { name: long, company: long },
      ),
    ],
    [
      'white colors',
      sampleDocument(3, {}, { pdfPrimaryColor: '#ffffff', pdfAccentColor: '#ffffff' }),
    ],
    [
      'black colors',
      sampleDocument(3, {}, { pdfPrimaryColor: '#000000', pdfAccentColor: '#000000' }),
    ],
    ['a text taller than a page', sampleDocument(1, { notes: 'word '.repeat(1_500) })],
    [
      'right to left',
      sampleDocument(
        0,
        { notes: 'شكرا', terms: '' },
        { businessName: 'استوديو المرفأ', contactName: '' },
      ),
    ],
    [
      'Japanese',
      sampleDocument(2, { notes: 'お世話になっております。' }, { businessName: '港デザイン' }),
    ],
  ];
  for (const [name, document] of awkward) {
    it(`draws ${name} in all themes`, async () => {
      for (const theme of DOCUMENT_THEMES) {
        const pdf = await draw(inTheme(theme, document), svgLogo);
        check(pdf);
        expect(readPages(pdf).join('')).toMatch(/Total|TOTAL/);
      }
    });
  }

  it('draws every script with letters of its own, and none as empty boxes', async () => {
    const scripts = [
      'Čeština',
      'Ελληνικά',
      'Кириллица',
      'עברית',
      'العربية',
      '日本語',
      '简体中文',
      '한국어',
      'ไทย',
      'हिन्दी',
    ];
    const lineItems = scripts.map((description) => ({
      description,
      quantity: '1.00',
      unitPrice: '1.00',
    }));
    const pdf = await draw(sampleDocument(0, { lineItems }));
    const text = readPages(pdf).join('').normalize('NFKC');
    for (const words of scripts) {
      // Right-to-left words may come out in visual order.
      const reversed = [...words].reverse().join('');
      expect(text.includes(words) || text.includes(reversed), words).toBe(true);
    }
    const fonts = tool('pdffonts', ['-'], pdf);
    for (const family of ['Inter', 'Vazirmatn', 'NotoSansHebrew', 'NotoSansThai']) {
      expect(fonts).toContain(family);
    }
    expect(fonts).toMatch(/NotoSans(SC|JP)/);
    expect(fonts).toContain('NotoSansKR');
  });
});

describe('a long invoice', () => {
  it('repeats the head, numbers its pages and keeps lines with the totals', async () => {
    for (const theme of DOCUMENT_THEMES) {
      const pages = readPages(await draw(inTheme(theme, sampleDocument(120))));
      expect(pages.length).toBeGreaterThan(2);
      pages.forEach((page, i) => {
        expect(page).toMatch(/description/i);
        expect(page).toMatch(new RegExp(`\\b${i + 1} ?/ ?${pages.length}\\b`));
        if (i > 0) expect(page).toContain('INV-2026-4821');
      });
      const last = pages.at(-1) ?? '';
      expect(last).toContain('Subtotal');
      expect(last.match(/\$[\d,]+\.\d\d +\$[\d,]+\.\d\d/g)?.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('prints every one of 5,000 lines', async () => {
    const lineItems = Array.from({ length: 5_000 }, (_, i) => ({
      description: `Line no ${i + 1} of many`,
      quantity: '1.00',
      unitPrice: '1.00',
    }));
    const text = readPages(await draw(sampleDocument(0, { lineItems }))).join('\n');
    const found = [...text.matchAll(/Line no (\d+) of many/g)].map((match) => Number(match[1]));
    expect(found).toEqual(lineItems.map((_, i) => i + 1));
  });
});

describe('pages as pictures', () => {
  it('gives the wanted pages and how many there are', async () => {
    const document = sampleDocument(120);
    const all = await engine.svg(document, { pages: [1, 99] });
    expect(all.pages).toHaveLength(all.pageCount);
    expect(all.pageCount).toBe(readPages(await draw(document)).length);
    const second = await engine.svg(document, { pages: [2, 2] });
    expect(second).toEqual({ pages: [all.pages[1]], pageCount: all.pageCount });
    expect((await engine.svg(document)).pages).toHaveLength(3);
    expect((await engine.svg(document, { pages: [50, 60] })).pages).toEqual([]);
  });

  it('holds shapes and embedded pictures only, whatever the texts are', async () => {
    const notes = '</h5:div></foreignObject><script>alert(1)</script> onload="x" ]]> &amp;';
    for (const theme of DOCUMENT_THEMES) {
      const document = inTheme(theme, sampleDocument(3, { notes }, { businessName: '"><script>' }));
      const { pages } = await engine.svg(document, { logo: svgLogo });
      for (const page of pages) {
        const names = new Set([...page.matchAll(/<([\w:]+)/g)].map((match) => match[1]));
        expect(
          [...names].filter(
            (name) => !['svg', 'defs', 'g', 'path', 'use', 'rect', 'image'].includes(name ?? ''),
          ),
        ).toEqual([]);
        expect(page).not.toMatch(/script|foreignObject|alert|https?:\/\/(?!www\.w3\.org)/);
        expect(page.length).toBeLessThan(200_000);
      }
    }
  });

  it('shows each letter that the PDF has, ligatures and joined scripts too', async () => {
    const notes = 'office affluent affinity fjord waffle';
    for (const theme of DOCUMENT_THEMES) {
      const document = inTheme(theme, sampleDocument(20, { notes, terms: '' }));
      const letters = readPages(await draw(document))[0]?.replace(/\s/g, '').length ?? 0;
      const [page = ''] = (await engine.svg(document)).pages;
      const glyphs = page.match(/<use /g)?.length ?? 0;
      // A ligature is one glyph for two or three letters.
      expect(glyphs).toBeGreaterThan(letters * 0.96);
      expect(glyphs).toBeLessThanOrEqual(letters);
    }
    const arabic = { ...sampleDocument(0, { notes: 'شكرا لثقتكم' }), totals: [], remarks: [] };
    const before = await engine.svg(arabic);
    const after = await engine.svg({ ...arabic, remarks: [{ label: '', text: 'شكرا' }] });
    const count = (svg: string | undefined) => svg?.match(/<use /g)?.length ?? 0;
    expect(count(after.pages[0]) - count(before.pages[0])).toBe(4);
  });

  it('defines each shape that it uses, and balances its tags', async () => {
    const { pages } = await engine.svg(sampleDocument(60), { logo: svgLogo });
    for (const page of pages) {
      const defined = new Set([...page.matchAll(/<path id="(\w+)"/g)].map((match) => match[1]));
      const used = new Set([...page.matchAll(/<use[^>]* href="#(\w+)"/g)].map((match) => match[1]));
      expect(used.size).toBeGreaterThan(20);
      expect([...used].filter((id) => !defined.has(id))).toEqual([]);
      expect(page.includes('d=""')).toBe(false);
      expect(page.match(/<g[\s>]/g)?.length).toBe(page.match(/<\/g>/g)?.length);
    }
  });
});
