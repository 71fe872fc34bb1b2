import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleDocument } from '../../../../test/pdf/sample-document.ts';
import { DOCUMENT_THEMES } from '../../../shared/documents/document-data.ts';
import type { PdfEngine } from './open-pdf-engine.ts';
import { openPdfEngine } from './open-pdf-engine.ts';

let engine: PdfEngine;
beforeAll(() => {
  engine = openPdfEngine({ processes: 1 });
  return engine.ready();
});
afterAll(() => engine.close());

/** Rows of sums that a page has no room for, under a few lines and under many. */
it.each(DOCUMENT_THEMES.flatMap((theme) => [1, 30].map((lines) => [theme, lines] as const)))(
  '%s loses no sum of a document of %i lines that has more of them than fit a page',
  async (theme, lines) => {
    const short = (index: number): [string, string] => [`Levy ${index} 1%`, `$${index}.01`];
    // Such a label has no room beside its amount: the row is of two lines.
    const long = (index: number): [string, string] => [
      `Levy\u00a0${index}\u00a01%\u00a0on\u00a0IDR\u00a0999,999,999,999.99`,
      `IDR\u00a0999,999,999,${index + 100}.99`,
    ];
    for (const [count, row] of [
      ...[24, 25, 60, 150].map((many) => [many, short] as const),
      ...[7, 18, 24].map((many) => [many, long] as const),
    ]) {
      const rows = Array.from({ length: count }, (_, index) => row(index));
      const document = { ...sampleDocument(lines), theme, totals: rows };
      const pdf = await engine.pdf(document, { createdAt: new Date('2026-11-20T10:00:00Z') });
      const layout = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();
      const text = layout.replaceAll('\u00a0', ' ');
      const lost = rows.flat().filter((part) => !text.includes(part.replaceAll('\u00a0', ' ')));
      expect([count, lost]).toEqual([count, []]);
      // At its end, and beside the words of the page's head.
      const [, end = ''] = text.split(rows.at(-1)?.[0].replaceAll('\u00a0', ' ') ?? '');
      expect(end.replaceAll(/\s/g, ''), `${count}`).toContain(
        document.grand[1].replaceAll(/\s/g, ''),
      );
    }
  },
);
