import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCUMENT_THEMES } from '../../../shared/documents/document-data.ts';
import type { PdfEngine } from './open-pdf-engine.ts';
import { openPdfEngine } from './open-pdf-engine.ts';
import { sampleDocument } from './testing/sample-document.ts';

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
    for (const count of [24, 25, 60, 150]) {
      const rows = Array.from({ length: count }, (_, index): [string, string] => [
        `Levy ${index} 1%`,
        `$${index}.01`,
      ]);
      const document = { ...sampleDocument(lines), theme, totals: rows };
      const pdf = await engine.pdf(document, { createdAt: new Date('2026-11-20T10:00:00Z') });
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();
      const lost = rows.filter(
        ([label, amount]) => !text.includes(label) || !text.includes(amount),
      );
      expect([count, lost]).toEqual([count, []]);
      // At its end, and beside the words of the page's head.
      const [, end = ''] = text.split(rows.at(-1)?.[0] ?? '');
      expect(end.replaceAll(/\s/g, ''), `${count}`).toContain(
        document.grand[1].replaceAll(/\s/g, ''),
      );
    }
  },
);
