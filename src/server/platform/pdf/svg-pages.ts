import type { DocumentPaper } from '../../../shared/documents/document-data.ts';

/** Points. */
const SIZES: Record<DocumentPaper, [width: number, height: number]> = {
  a4: [595.28, 841.89],
  'us-letter': [612, 792],
};

/** The engine begins each page with its white ground, at this depth and nowhere else. */
const PAGE_START = '\n    <path class="typst-shape" fill="#ffffff"';
const FORBIDDEN =
  /<(?!\/?(?:g|path|use|image|svg|defs|rect|symbol|clipPath|linearGradient|radialGradient|stop)[\s>/])|\son[a-z]+=|href="(?!#|data:image\/)/i;
/** Outlines that are kept in their short form; a letter is the same on every page. */
const MAX_KEPT_SHAPES = 5_000;

const shortShapes = new Map<string, string>();

/**
 * Cuts the engine's one long picture into pages that stand alone, less than half as large: only
 * the glyphs that a page uses, under short names, no links, no more digits than an eye can see.
 * The engine's plain picture is taken, since its other one, with text to select, lacks ligatures.
 * It holds no text at all, so nothing that a person typed can become an element.
 * @param svg the engine's plain SVG, one element on each line.
 * @param pages first and last page wanted, from 1.
 * @throws Error when something is left that a picture has no business with.
 */
export function svgPages(
  svg: string,
  [first, last]: [number, number],
  paper: DocumentPaper,
): string[] {
  const end = svg.indexOf('\n    <defs');
  const stop = end === -1 ? svg.length : end;
  const glyphs = svg.slice(stop);
  const pages: string[] = [];
  let start = svg.indexOf(PAGE_START);
  for (let number = 1; start !== -1 && start < stop && number <= last; number++) {
    const next = svg.indexOf(PAGE_START, start + 1);
    const body = svg.slice(start + 1, next === -1 || next > stop ? stop : next);
    if (number >= first) pages.push(page(body, glyphs, SIZES[paper]));
    start = next;
  }
  return pages;
}

function page(body: string, glyphs: string, [width, height]: [number, number]): string {
  const names = new Map<string, string>();
  const defs: string[] = [];
  /** Whether each open group was worth writing. */
  const open: boolean[] = [];
  let out = '';
  /** A line of text that has begun; its color is known by its first glyph. */
  let text: string | undefined;
  let fill = '';
  let depth = 0;

  // The ground, and the group that moves the page to its place in the long picture, go first.
  for (const line of body.split('\n').slice(2)) {
    const element = line.trim();
    if (element.startsWith('<use ')) {
      // <use xlink:href="#id" x="1" y="0" fill="#000000" …: the order never varies.
      const [, id = '', , x = '', , y = '', , color = ''] = element.split('"', 8);
      const name = nameGlyph(id.slice(1), names, defs, glyphs);
      if (name === undefined) continue; // a space
      if (text !== undefined) {
        out += `<g${text} fill="${color}">`;
        [fill, text] = [color, undefined];
      }
      const place = at('x', x) + at('y', y);
      out += `<use href="#${name}"${place}${color === fill ? '' : ` fill="${color}"`}/>`;
    } else if (element.startsWith('<g') && !element.endsWith('/>')) {
      depth += 1;
      const attribute = movement(element);
      const clip = element.includes('clip-path')
        ? (/ clip-path="[^"]*"/.exec(element)?.[0] ?? '')
        : '';
      if (element.includes('"typst-text"')) {
        text = attribute;
        open.push(true);
      } else {
        const worth = attribute !== '' || clip !== '';
        open.push(worth);
        if (worth) out += `<g${attribute}${clip}>`;
      }
    } else if (element === '</g>') {
      depth -= 1;
      if (depth < 0) break;
      const worth = open.pop();
      // A line of nothing but spaces was never begun.
      if (text !== undefined) text = undefined;
      else if (worth) out += '</g>';
    } else if (element.startsWith('<path')) {
      out += short(element.replace(/ (?:class="[^"]*"|fill-rule="nonzero")/g, ''));
    } else if (element.startsWith('<image')) {
      out += element.replace(/ (?:class|alt)="[^"]*"/g, '');
    }
    // What is left are links: their frames are no part of a picture.
  }
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `viewBox="0 0 ${width} ${height}" width="${width}pt" height="${height}pt">` +
    `<defs>${defs.join('')}</defs><rect width="100%" height="100%" fill="#fff"/>${out}</svg>`;
  if (FORBIDDEN.test(picture)) throw new Error('A page picture holds more than shapes');
  return picture;
}

function at(name: 'x' | 'y', value: string): string {
  const rounded = Math.round(Number(value) * 100) / 100;
  return rounded === 0 ? '' : ` ${name}="${rounded}"`;
}

/** ' transform="…"' of a group, as a translation where it is no more than that; '' without one. */
function movement(element: string): string {
  const start = element.indexOf(' transform="matrix(');
  if (start === -1) return '';
  const [a, b, c, d, x = 0, y = 0] = element
    .slice(start + 19, element.indexOf(')', start))
    .split(' ')
    .map((number) => Math.round(Number(number) * 1e5) / 1e5);
  const place = `${Math.round(x * 1000) / 1000} ${Math.round(y * 1000) / 1000}`;
  if (a === 1 && b === 0 && c === 0 && d === 1) {
    return x === 0 && y === 0 ? '' : ` transform="translate(${place})"`;
  }
  return ` transform="matrix(${a} ${b} ${c} ${d} ${place})"`;
}

/** The short name of a glyph on this page; its outline is defined when it is first met. */
function nameGlyph(
  id: string,
  names: Map<string, string>,
  defs: string[],
  glyphs: string,
): string | undefined {
  const known = names.get(id);
  if (known !== undefined) return known === '' ? undefined : known;
  const shape = readShape(id, glyphs);
  const name = shape === '' ? '' : `g${defs.length.toString(36)}`;
  names.set(id, name);
  if (name === '') return undefined;
  defs.push(
    shape.startsWith('<')
      ? `<symbol id="${name}" overflow="visible">${shape}</symbol>`
      : `<path id="${name}" d="${shape}"/>`,
  );
  return name;
}

/** An outline, or markup for the rare glyph (a system's color emoji) that is more than one. */
function readShape(id: string, glyphs: string): string {
  const kept = shortShapes.get(id);
  if (kept !== undefined) return kept;
  const start = glyphs.indexOf('>', glyphs.indexOf(`<symbol id="${id}"`)) + 1;
  const inner = start === 0 ? '' : glyphs.slice(start, glyphs.indexOf('</symbol>', start)).trim();
  const outline = /^<path d="([^"]*)"\/>$/.exec(inner)?.[1];
  const shape = outline === undefined ? inner : short(outline, 100).replace(/^M0 0m/, 'm');
  if (shortShapes.size >= MAX_KEPT_SHAPES) shortShapes.clear();
  shortShapes.set(id, shape);
  return shape;
}

/** Numbers to a hundredth or thousandth of a point, and no space that a path can do without. */
function short(text: string, steps = 1000): string {
  return text
    .replace(/-?\d{1,15}\.\d{3,}(?:e-?\d+)?/g, (number) =>
      String(Math.round(Number(number) * steps) / steps),
    )
    .replace(/ ?([MmLlQqCcZzHhVv]) ?(?=[-\d]|$)/g, '$1');
}
