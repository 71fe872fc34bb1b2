import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { fingerprint } from './document-fingerprint.ts';
import type { DocumentLogo } from './document-logo.ts';
import type { Asker } from './drawing-queue.ts';
import type { Draw } from './drawn-pdfs.ts';
import { drawnPdfs } from './drawn-pdfs.ts';
import type { PrepareOptions } from './prepare-document.ts';
import { prepareDocument } from './prepare-document.ts';
import type { RenderJob } from './renderer-messages.ts';
import type { PdfLog } from './renderer-pool.ts';
import { openRendererPool } from './renderer-pool.ts';
import { startRenderer } from './renderer-process.ts';

export type { DocumentLogo } from './document-logo.ts';
export type { Asker } from './drawing-queue.ts';
export type { PdfLog } from './renderer-pool.ts';

export interface PdfEngineOptions {
  /** Renderer processes. With two or more, one is kept free for previews and short documents. */
  processes?: number;
  /** How many of them are there all the time; all, unless told. */
  kept?: number;
  /** How long the others wait for another document, in milliseconds. */
  idleMs?: number;
  /** How long a renderer may draw, in milliseconds; four times this for more than 300 lines. */
  timeoutMs?: number;
  /** A renderer is renewed after this many documents. */
  jobsPerProcess?: number;
  /** Documents that may wait. One more is refused as `busy`. */
  queueLimit?: number;
  /** Bytes of drawn PDFs that are kept in memory, for those who ask for the same again. */
  keptBytes?: number;
  log?: PdfLog;
}

export interface PdfOptions {
  logo?: DocumentLogo;
  /** Written into the PDF. Give the document's own time, so that the same invoice is the same file. */
  createdAt: Date;
}

/** A document that has been checked and can be drawn. */
export interface PreparedPdf {
  /** Of everything that the PDF is drawn from, the program's own templates and faces included. */
  fingerprint: string;
  /**
   * Answers from memory what was drawn lately.
   * @param signal aborted when it is not wanted any more; one that still waits is dropped
   * @throws PdfError
   */
  draw(asker: Asker, signal?: AbortSignal): Promise<Buffer>;
}

export interface SvgOptions {
  logo?: DocumentLogo;
  /** For whom; an owner unless told. */
  asker?: Asker;
  /** First and last page wanted, from 1. Default: the first three. */
  pages?: [first: number, last: number];
  /** Aborted when a newer preview makes this one pointless; one that still waits is dropped. */
  signal?: AbortSignal;
}

export interface SvgPages {
  /** One self-contained SVG per wanted page that exists: no script, no link, no outside reference. */
  pages: string[];
  pageCount: number;
}

export interface PdfEngine {
  /** @throws PdfError for what can never be drawn */
  prepare(document: DocumentData, options: PdfOptions): PreparedPdf;
  /** Prepares and draws at once, for nobody in particular. @throws PdfError */
  pdf(document: DocumentData, options: PdfOptions): Promise<Buffer>;
  /** Pages as pictures, by the same layout as the PDF. @throws PdfError */
  svg(document: DocumentData, options?: SvgOptions): Promise<SvgPages>;
  /** Resolves when every renderer that is kept is warm. Documents may be asked for before. */
  ready(): Promise<void>;
  /** Process ids of the renderers, for diagnostics. */
  processIds(): number[];
  /** Ends the renderers; documents still waiting fail as `closed`. */
  close(): Promise<void>;
}

/** About a thousand invoices of a page, or forty of 5,000 lines. */
const KEPT_BYTES = 64 * 1_048_576;
const SOMEBODY: Asker = { rank: 'owner', key: '' };

/**
 * Starts the document engine: Typst in a few child processes, because native code can only be
 * stopped by ending its process. Returns at once; the renderers warm up in the background.
 */
export function openPdfEngine(options: PdfEngineOptions = {}): PdfEngine {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const pool = openRendererPool({
    start: () => startRenderer(timeoutMs),
    processes: options.processes ?? 2,
    ...(options.kept === undefined ? {} : { kept: options.kept }),
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    jobsPerProcess: options.jobsPerProcess ?? 500,
    queueLimit: options.queueLimit ?? 64,
    log: options.log,
  });
  const drawn = drawnPdfs(options.keptBytes ?? KEPT_BYTES);
  let nextId = 1;

  const job = (
    kind: RenderJob['kind'],
    document: DocumentData,
    extra: PrepareOptions,
  ): RenderJob => ({ id: nextId++, ...prepareDocument(kind, document, extra) });

  function prepare(document: DocumentData, { logo, createdAt }: PdfOptions): PreparedPdf {
    const prepared = job('pdf', document, { logo, createdAt });
    const name = fingerprint(prepared);
    const draw: Draw = async (asker, signal) => {
      const done = await pool.run(prepared, asker, signal);
      if (done.type !== 'pdf') throw new TypeError('The renderer answered with something else');
      return Buffer.from(done.pdf.buffer, done.pdf.byteOffset, done.pdf.byteLength);
    };
    return {
      fingerprint: name,
      draw: (asker, signal) => drawn.get(name, asker, draw, signal),
    };
  }

  return {
    prepare,
    pdf: async (document, options) => prepare(document, options).draw(SOMEBODY),
    async svg(document, { logo, pages, asker = SOMEBODY, signal } = {}) {
      const wanted = job('svg', document, { logo, pages: pages ?? [1, 3] });
      const done = await pool.run(wanted, () => asker, signal);
      if (done.type !== 'svg') throw new TypeError('The renderer answered with something else');
      return { pages: done.pages, pageCount: done.pageCount };
    },
    ready: () => pool.ready(),
    processIds: () => pool.processIds(),
    close: () => pool.close(),
  };
}
