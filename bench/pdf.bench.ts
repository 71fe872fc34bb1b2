import type { Row } from './measure.ts';
import { benchPdfEngine } from './pdf-engine.bench.ts';

/** PDFs: the engine alone. */
export async function benchPdf(): Promise<Row[]> {
  return benchPdfEngine();
}
