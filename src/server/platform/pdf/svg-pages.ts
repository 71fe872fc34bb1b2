import type { DocumentPaper } from '../../../shared/documents/document-data.ts';

/** Points. */
const SIZES: Record<DocumentPaper, [width: number, height: number]> = {
  a4: [595.28, 841.89],
  'us-letter': [612, 792],
};

// What the engine adds for selecting, following links and debugging. The text layer is escaped by
// the engine, so none of these can end early; `ALLOWED` below makes sure of it.
const SURPLUS =
  /<g transform="scale\([^"]*\)"><foreignObject .*?<\/foreignObject><\/g>|<a .*?<\/a>| (?:data-[a-z-]+|class|alt)="[^"]*"/gs;
const EMPTY_GROUP = /<g[^>]*><\/g>/g;
const GLYPH = /<path id="([^"]+)" class="outline_glyph" d="([^"]*)"\/>/g;
const USE = /<use x="([^"]*)" y="([^"]*)" href="#([^"]+)"\/>/g;
const FORBIDDEN =
  /<(?!\/?(?:g|path|use|image|svg|defs|rect|clipPath)[\s>/])|\son[a-z]+=|href="(?!#|data:image\/)/i;

/**
 * Cuts the engine's one long picture into pages that stand alone, and makes them about half as
 * large: only the glyphs that a page uses, short names, no text layer, no links.
 * @param pages first and last page wanted, from 1.
 * @throws Error when something is left that a picture has no business with.
 */
export function svgPages(
  svg: string,
  [first, last]: [number, number],
  paper: DocumentPaper,
): string[] {
  const parts = svg.split('<g class="typst-page"');
  const head = parts[0] ?? '';
  const outlines = new Map<string, string>();
  for (const [, id, outline] of head.matchAll(GLYPH)) outlines.set(id ?? '', outline ?? '');
  const clips = /<defs class="clip-path">(.*?)<\/defs>/s.exec(head)?.[1] ?? '';

  return parts
    .slice(Math.max(1, first), Math.max(1, last + 1))
    .map((part) => page(part, outlines, clips, SIZES[paper]));
}

function page(
  part: string,
  outlines: Map<string, string>,
  clips: string,
  [width, height]: [number, number],
): string {
  const names = new Map<string, string>();
  const defs: string[] = clips === '' ? [] : [clips];
  // The rest of the page's own opening tag goes, and with it its place in the long picture.
  let body = part
    .slice(part.indexOf('>') + 1)
    .replace(/<\/svg>\s*$/, '')
    .replace(SURPLUS, '')
    .replace(EMPTY_GROUP, '')
    .replace(EMPTY_GROUP, '');
  body = body.replace(USE, (_, x: string, y: string, id: string) => {
    const outline = outlines.get(id) ?? '';
    if (outline === '') return ''; // a space
    let name = names.get(id);
    if (name === undefined) {
      name = `g${names.size.toString(36)}`;
      names.set(id, name);
      defs.push(`<path id="${name}" d="${compact(outline)}"/>`);
    }
    return `<use${x === '0' ? '' : ` x="${x}"`}${y === '0' ? '' : ` y="${y}"`} href="#${name}"/>`;
  });
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `viewBox="0 0 ${width} ${height}" width="${width}pt" height="${height}pt" fill="none">` +
    `<defs>${defs.join('')}</defs><rect width="100%" height="100%" fill="#fff"/><g>${body}</svg>`;
  if (FORBIDDEN.test(picture)) throw new Error('A page picture holds more than shapes');
  return picture;
}

/** 'M 135 0 L 135 1490' → 'M135 0L135 1490'. */
function compact(outline: string): string {
  return outline.replace(/ ?([MLQCZHV]) ?/g, '$1');
}
