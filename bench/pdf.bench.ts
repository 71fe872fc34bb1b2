import type { Row } from './measure.ts';
import { benchPdfEngine } from './pdf-engine.bench.ts';
import { benchPdfOverHttp } from './pdf-http.bench.ts';
import type { Scene } from './scene.ts';

/** PDFs as a customer gets them, then the engine alone. */
export async function benchPdf(scene: Scene): Promise<Row[]> {
  return [...(await benchPdfOverHttp(scene)), ...(await benchPdfEngine(scene))];
}
