import { execFileSync } from 'node:child_process';

/** The words of a PDF, as a reader copies them. @throws when it is not a PDF */
export function pdfText(pdf: Uint8Array): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
}

/** Share of the first page's pixels that are exactly this color ('#rrggbb'), from 0 to 1. */
export function colorShare(pdf: Uint8Array, color: string): number {
  const ppm = execFileSync('pdftoppm', ['-r', '60', '-f', '1', '-l', '1', '-'], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
  });
  const pixels = ppm.subarray(ppm.length - pixelCount(ppm) * 3);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  let hits = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    if (wanted.every((part, index) => pixels[at + index] === part)) hits += 1;
  }
  return hits / (pixels.length / 3);
}

function pixelCount(ppm: Buffer): number {
  const [, width, height] = /^P6\s+(\d+)\s+(\d+)/.exec(ppm.toString('latin1', 0, 40)) ?? [];
  return Number(width) * Number(height);
}
