import type { Row } from './measure.ts';
import { benchPdfEngine } from './pdf-engine.bench.ts';
import { benchPdfOverHttp } from './pdf-http.bench.ts';

/** PDFs as a customer gets them, then the engine alone. */
export async function benchPdf(): Promise<Row[]> {
  return [...(await benchPdfOverHttp()), ...(await benchPdfEngine())];
}
