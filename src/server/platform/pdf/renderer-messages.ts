import type { DocumentPaper } from '../../../shared/documents/document-data.ts';

/** What travels between the pool and a renderer process; Buffers go as they are. */
export interface RenderJob {
  id: number;
  kind: 'pdf' | 'svg';
  /** The document as JSON, checked and cleaned. */
  data: string;
  /** What to encode as the QR code of the document, when it has one. */
  payUrl?: string;
  logo?: { name: string; bytes: Buffer };
  /** For a PDF: seconds since 1970, and whether it carries its structure (accessible, larger). */
  createdAt: number;
  tagged: boolean;
  /** For pictures: the first and last page that are wanted, from 1. */
  pages: [first: number, last: number];
  paper: DocumentPaper;
  /**
   * Short enough to be laid out in a moment. Its layout is kept for the next, similar document;
   * long ones would fill the memory, take a process that is not kept for previews, and more time.
   */
  quick: boolean;
}

export type RendererMessage =
  | { type: 'ready' }
  | { type: 'pdf'; id: number; pdf: Uint8Array; ms: number; memory: number }
  | { type: 'svg'; id: number; pages: string[]; pageCount: number; ms: number; memory: number }
  | { type: 'failed'; id: number; message: string; memory: number };
