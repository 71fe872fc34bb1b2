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

it.each(DOCUMENT_THEMES)('%s keeps a row that begins something with the next', async (theme) => {
  const sample = sampleDocument(60);
  const items = sample.items.map(([, ...figures], index) => [`Row ${index}.`, ...figures]);
  /** How many rows the first page has. */
  const onFirstPage = async (keptWithNext: number[]) => {
    const document = { ...sample, theme, items, keptWithNext };
    const pdf = await engine.pdf(document, { createdAt: new Date('2026-11-20T10:00:00Z') });
    const [page = ''] = execFileSync('pdftotext', ['-', '-'], { input: pdf })
      .toString()
      .split('\f');
    return page.match(/Row \d+\./g)?.length ?? 0;
  };
  const rows = await onFirstPage([]);
  expect(await onFirstPage([rows - 1])).toBe(rows - 1);
  expect(await onFirstPage([rows - 2])).toBe(rows);
});
