import { execFileSync } from 'node:child_process';

/** A word as it stands on a page, in points from the page's upper left corner. */
export interface WordBox {
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  text: string;
}

/** The words of a PDF and the corners that hold them. */
export function readWordBoxes(pdf: Buffer): WordBox[] {
  const pages = execFileSync('pdftotext', ['-bbox', '-', '-'], {
    input: pdf,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
    .toString()
    .split('<page ')
    .slice(1);
  return pages.flatMap((words, index) =>
    [
      ...words.matchAll(
        /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</g,
      ),
    ].map(([, ...parts]) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = parts.slice(0, 4).map(Number);
      return { page: index + 1, left, top, right, bottom, text: parts[4] ?? '' };
    }),
  );
}

/** Pairs of words that are printed over each other. */
export function findOverlaps(words: readonly WordBox[]): [string, string][] {
  // Boxes are as high as their face allows for; a line below may reach a little into them.
  const [across, down] = [0.7, 4];
  return words.flatMap((word, index) =>
    words
      .slice(index + 1)
      .filter(
        (other) =>
          other.page === word.page &&
          Math.min(word.right, other.right) - Math.max(word.left, other.left) > across &&
          Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top) > down,
      )
      .map((other): [string, string] => [word.text, other.text]),
  );
}
