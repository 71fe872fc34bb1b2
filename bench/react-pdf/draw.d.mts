export interface PeerInvoice {
  /** Parties and dates, each a few lines. */
  blocks: string[][];
  rows: string[][];
  sums: string[][];
  remark: string;
  /** A QR code's dark and light modules. */
  code: { size: number; data: boolean[][] };
}
export function registerFaces(faces: readonly { weight: number; file: string }[]): void;
export function drawWithReactPdf(invoice: PeerInvoice): Promise<Buffer>;
