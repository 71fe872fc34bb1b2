import { openDocumentRenderer } from '../src/server/platform/pdf/document-renderer.ts';
import type { PdfEngine } from '../src/server/platform/pdf/open-pdf-engine.ts';
import { openPdfEngine } from '../src/server/platform/pdf/open-pdf-engine.ts';
import { prepareDocument } from '../src/server/platform/pdf/prepare-document.ts';
import type { DocumentData } from '../src/shared/documents/document-data.ts';
import { DOCUMENT_THEMES } from '../src/shared/documents/document-data.ts';
import { sampleDocument } from '../test/pdf/sample-document.ts';
import type { Row } from './measure.ts';
import { median, ms, quantile, times, times2 } from './measure.ts';
import { requirePdf } from './require-pdf.ts';
import type { Scene } from './scene.ts';

const createdAt = new Date('2026-11-20T10:00:00Z');

/** No two documents alike, or the engine would only remember the last one. */
function varied(lines: number, run: number): DocumentData {
  const document = sampleDocument(lines, { number: `INV-2026-${run}` });
  return {
    ...document,
    items: document.items.map(([description, ...rest]) => [`${description} ${run}`, ...rest]),
  };
}

/** The engine alone, without HTTP: what each theme costs, and what the processes add. */
export async function benchPdfEngine(scene: Scene): Promise<Row[]> {
  const engine = openPdfEngine({ processes: 2 });
  try {
    await engine.ready();
    return [
      ...(await themes(engine, scene)),
      ...(await processes(engine, scene)),
      ...(await previews(engine, scene)),
    ];
  } finally {
    await engine.close();
  }
}

async function themes(engine: PdfEngine, { size }: Scene): Promise<Row[]> {
  const taken: number[] = [];
  const rows: Row[] = [];
  for (const theme of DOCUMENT_THEMES) {
    let bytes = 0;
    const page = await times(size(30, 1), size(5, 0), async (run) => {
      bytes = requirePdf(await engine.pdf({ ...varied(14, run), theme }, { createdAt })).length;
    });
    taken.push(median(page));
    rows.push({
      what: `Engine: one page, 14 lines, ${theme}`,
      value: ms(median(page)),
      counted: { bytes },
    });
  }
  const ratio = Math.max(...taken) / Math.min(...taken);
  rows.push({ what: 'Engine: slowest theme against fastest', value: '', ratio: times2(ratio) });
  return rows;
}

async function processes(engine: PdfEngine, { size }: Scene): Promise<Row[]> {
  const render = openDocumentRenderer();
  const rows: Row[] = [];
  const warmUp = size(2, 0);
  for (const [lines, runs] of size(
    [
      [14, 30],
      [1_000, 6],
    ] as const,
    [
      [14, 1],
      [20, 1],
    ] as const,
  )) {
    const within: number[] = [];
    const through: number[] = [];
    let bytes = 0;
    // In turn, so that both see the same machine.
    for (let run = 0; run < runs + warmUp; run++) {
      const document = varied(lines, run);
      const start = performance.now();
      const drawn = render({ id: run, ...prepareDocument('pdf', document, { createdAt }) });
      const middle = performance.now();
      const pdf = await engine.pdf(document, { createdAt });
      const end = performance.now();
      bytes = requirePdf(pdf).length;
      if (drawn.type !== 'pdf' || !requirePdf(drawn.pdf).equals(pdf)) {
        throw new Error('The process has drawn another PDF');
      }
      if (run < warmUp) continue;
      within.push(middle - start);
      through.push(end - middle);
    }
    const [a, b] = [median(through), median(within)];
    rows.push({
      what: `Engine: ${lines.toLocaleString('en-US')} lines through a process`,
      value: ms(a),
      against: `in the same process ${ms(b)}`,
      ratio: times2(a / b),
      counted: { bytes },
    });
  }
  return rows;
}

async function previews(engine: PdfEngine, { size }: Scene): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [lines, goal] of [
    [5, 30],
    [14, 30],
    [200, 100],
  ] as const) {
    let bytes = 0;
    const pictures = new Set<string>();
    const typed = await times(size(40, 1), size(5, 0), async (run) => {
      const document = sampleDocument(lines, { notes: `Thank you${'!'.repeat(run)}` });
      const { pages } = await engine.svg(document, { pages: [1, 1] });
      const [picture = ''] = pages;
      if (!picture.startsWith('<svg')) throw new Error('The engine has drawn no picture');
      pictures.add(picture);
      bytes = picture.length;
    });
    const [p50, p95] = [quantile(typed, 0.5), quantile(typed, 0.95)];
    rows.push({
      what: `Engine: picture after a keystroke, ${lines} lines`,
      value: `p50 ${ms(p50)}, p95 ${ms(p95)}, ${(bytes / 1024).toFixed(0)} KiB`,
      goal: `p50 ≤ ${goal} ms`,
      met: p50 <= goal,
      counted: { bytes, pictures: pictures.size, runs: typed.length },
    });
  }
  return rows;
}
