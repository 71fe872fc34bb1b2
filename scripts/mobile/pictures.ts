/** Icons and splash pictures, drawn from the logo in mobile/resources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './root.ts';

/** The page's own color behind everything, as in the tokens of the web. */
export const PAPER = { light: '#FBFAF8', dark: '#0F1115' } as const;
/** Behind the mark of the icon. */
export const INK = '#15171C';

type Drawing = 'app-icon' | 'app-icon-monochrome' | 'square-icon' | 'round-icon' | 'foreground';

const read = (name: string) => readFileSync(join(root, 'mobile/resources', `${name}.svg`), 'utf8');

/** The background's rectangle of the icon that platforms cut themselves. */
const BACKGROUND = /<rect[^>]*\/>/;

function drawing(name: Drawing): string {
  const full = () => read('app-icon-maskable');
  switch (name) {
    case 'square-icon':
      return full();
    case 'foreground':
      return full().replace(BACKGROUND, '');
    case 'round-icon':
      return full().replace(BACKGROUND, `<circle cx="256" cy="256" r="256" fill="${INK}"/>`);
    default:
      return read(name);
  }
}

/** A square PNG. @param size pixels of a side */
export async function picture(name: Drawing, size: number): Promise<Buffer> {
  // An SVG is drawn at its density and then scaled: large enough at once, so that edges stay sharp.
  const density = Math.max(72, Math.ceil((72 * size) / 512));
  return sharp(Buffer.from(drawing(name)), { density })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** The app's icon at Apple: square and without transparency, or the store refuses it. */
export async function appleIcon(size: number): Promise<Buffer> {
  return sharp(await picture('square-icon', size))
    .flatten({ background: INK })
    .removeAlpha()
    .png()
    .toBuffer();
}

/** How much of a splash picture's side the mark takes: safe in every phone's proportions. */
const MARK_SHARE = 0.32;

/** The mark in the middle of nothing. @param size pixels of a side */
export async function markPicture(theme: 'light' | 'dark', size: number): Promise<Buffer> {
  return splash(theme, size, MARK_SHARE, { r: 0, g: 0, b: 0, alpha: 0 });
}

/** Apple's launch picture: fills the screen, so its middle is all that surely shows. */
export async function applePicture(theme: 'light' | 'dark', size: number): Promise<Buffer> {
  return splash(theme, size, 0.09, PAPER[theme]);
}

/** @param background a color, or one with transparency, which the picture then has too */
async function splash(
  theme: 'light' | 'dark',
  size: number,
  share: number,
  background: string | { r: number; g: number; b: number; alpha: number },
): Promise<Buffer> {
  const side = Math.round(size * share);
  const mark = await sharp(Buffer.from(read(theme === 'dark' ? 'mark-dark' : 'mark')), {
    density: Math.ceil((72 * side) / 32),
  })
    .resize(side, side)
    .png()
    .toBuffer();
  const picture = sharp({ create: { width: size, height: size, channels: 4, background } });
  picture.composite([{ input: mark, gravity: 'centre' }]);
  return (typeof background === 'string' ? picture.removeAlpha() : picture).png().toBuffer();
}
