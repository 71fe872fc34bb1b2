import type { Asker } from './drawing-queue.ts';
import { firstInRank } from './drawing-queue.ts';
import { PdfError } from './pdf-error.ts';

interface Drawing {
  askers: Set<Asker>;
  /** Aborted when nobody is left who wants it. */
  unwanted: AbortController;
  pdf: Promise<Buffer>;
}

/** Draws for whoever waits: `asker` may change until it is begun. */
export type Draw = (asker: () => Asker, signal: AbortSignal) => Promise<Buffer>;

/**
 * Documents drawn lately, in memory, by all that they were drawn from: what is fixed never changes.
 * One that is being drawn is waited for by everybody who asks.
 * @param maxBytes of all that are kept; those that nobody has asked for longest make room
 */
export function drawnPdfs(maxBytes: number) {
  const kept = new Map<string, Buffer>();
  const drawings = new Map<string, Drawing>();
  let bytes = 0;

  function keep(name: string, pdf: Buffer): void {
    // One that is as large as many others would drive them all out.
    if (pdf.length > maxBytes / 4) return;
    kept.set(name, pdf);
    bytes += pdf.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  function begin(name: string, first: Asker, draw: Draw): Drawing {
    const askers = new Set([first]);
    const unwanted = new AbortController();
    const asker = () => firstInRank([...askers]) ?? first;
    const pdf = draw(asker, unwanted.signal)
      .then((drawn) => {
        keep(name, drawn);
        return drawn;
      })
      .finally(() => drawings.delete(name));
    const drawing = { askers, unwanted, pdf };
    drawings.set(name, drawing);
    return drawing;
  }

  /** @throws PdfError what drawing throws; `cancelled` when `signal` is aborted */
  async function get(
    name: string,
    asker: Asker,
    draw: Draw,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    if (signal?.aborted) throw cancelled();
    const known = kept.get(name);
    if (known) {
      kept.delete(name);
      kept.set(name, known);
      return known;
    }
    // An object of its own: two of one asker are two who wait.
    const own = { ...asker };
    const { askers, unwanted, pdf } = drawings.get(name) ?? begin(name, own, draw);
    askers.add(own);
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        askers.delete(own);
        if (askers.size === 0) unwanted.abort();
        reject(cancelled());
      };
    });
    signal?.addEventListener('abort', leave);
    try {
      return await Promise.race([pdf, left]);
    } catch (error) {
      // Given up by those who left, in the moment in which this one came.
      if (isCancelled(error) && !signal?.aborted) return await get(name, asker, draw, signal);
      throw error;
    } finally {
      askers.delete(own);
      signal?.removeEventListener('abort', leave);
    }
  }

  return { get };
}

const cancelled = () => new PdfError('cancelled', 'The document is no longer wanted.');
const isCancelled = (error: unknown) => error instanceof PdfError && error.reason === 'cancelled';
