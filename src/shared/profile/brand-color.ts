/**
 * The customer's pages carry the business's own color. Any color can be chosen, so three are
 * derived from it in OKLCH (https://www.w3.org/TR/css-color-4/#ok-lab), each with a contrast that
 * holds whatever the owner picked:
 * - `deep`, the ground of the brand panel: white on it reads at 11.7:1 or more
 * - `tint`, labels on that ground: 7.8:1 or more
 * - `solid`, buttons and rules: the color itself, darkened until white on it reads at 4.6:1
 */
export interface BrandColors {
  deep: string;
  tint: string;
  solid: string;
}

type Triple = readonly [number, number, number];

const WHITE = '#FFFFFF';
const WHITE_ON_DEEP = 11.7;
const TINT_ON_DEEP = 7.8;
const WHITE_ON_SOLID = 4.6;
/** A step of lightness that the eye does not see. */
const STEP = 0.0025;
const INK = { deep: '#26282E', solid: '#15171C' };

/**
 * Brand colors of a business whose primary color is `#rrggbb`. A nearly white or light gray one
 * has no color to lend and gives ink, and so does text that is no color.
 */
export function brandColors(primary: string): BrandColors {
  const rgb = parseHex(primary);
  const [lightness, chroma, hue] = rgb ? toLch(rgb) : [1, 0, 0];
  const colorless = chroma < 0.03 && lightness > 0.6;
  const deep = colorless
    ? INK.deep
    : reaching(
        WHITE_ON_DEEP,
        WHITE,
        [Math.min(lightness, 0.335), Math.min(chroma, 0.062), hue],
        -STEP,
      );
  const tint = reaching(TINT_ON_DEEP, deep, [0.86, Math.min(chroma, 0.03), hue], STEP);
  if (colorless) return { ...INK, tint };
  const kept = contrastRatio(primary, WHITE) >= WHITE_ON_SOLID;
  const solid = kept
    ? primary.toUpperCase()
    : reaching(WHITE_ON_SOLID, WHITE, [lightness, chroma, hue], -STEP);
  return { deep, tint, solid };
}

/** The color, made lighter or darker by steps until it stands out from `against` by `ratio`. */
function reaching(ratio: number, against: string, from: Triple, step: number): string {
  const [start, chroma, hue] = from;
  let lightness = start;
  let color = toHex(from);
  while (contrastRatio(color, against) < ratio && lightness > 0 && lightness < 1) {
    lightness += step;
    color = toHex([lightness, chroma, hue]);
  }
  return color;
}

/**
 * A color as documents write with it: moved towards black (towards white on a dark ground) in steps
 * of a twentieth, only until it stands out from the ground by `ratio`. Text that is no color stays.
 */
export function readableOn(ground: string, color: string, ratio: number): string {
  const rgb = parseHex(color);
  if (!rgb) return color;
  const end = luminance(ground) > 0.18 ? 0 : 1;
  for (let step = 0; step < 20; step += 1) {
    const mixed = rgb.map((channel) =>
      Math.round(255 * (channel + ((end - channel) * step) / 20))
        .toString(16)
        .padStart(2, '0'),
    );
    const hex = `#${mixed.join('')}`;
    if (contrastRatio(hex, ground) >= ratio) return hex;
  }
  return end === 0 ? '#000000' : '#ffffff';
}

/** WCAG 2 contrast ratio of two `#rrggbb` colors, 1 to 21. @throws RangeError for other text. */
export function contrastRatio(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function parseHex(hex: string): Triple | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(hex)?.[1];
  if (!digits) return undefined;
  const channel = (from: number) => Number.parseInt(digits.slice(from, from + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function luminance(hex: string): number {
  const rgb = parseHex(hex);
  if (!rgb) throw new RangeError(`Not a color: ${hex}`);
  const [r, g, b] = rgb;
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function encoded(channel: number): number {
  const value = Math.min(1, Math.max(0, channel));
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

/** sRGB to OKLCH, by the matrices of CSS Color 4. Hue in radians. */
function toLch(rgb: Triple): Triple {
  const [r, g, b] = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)];
}

/** Linear sRGB of an OKLCH color; channels fall outside 0…1 when the screen cannot show it. */
function fromLch([lightness, chroma, hue]: Triple): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** The nearest color that a screen can show: chroma gives way, lightness and hue stay. */
function toHex([lightness, chroma, hue]: Triple): string {
  let rgb = fromLch([lightness, chroma, hue]);
  for (let c = chroma; c > 0 && !shown(rgb); c -= 0.002) {
    rgb = fromLch([lightness, Math.max(0, c - 0.002), hue]);
  }
  const hex = rgb.map((channel) =>
    Math.round(255 * encoded(channel))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`.toUpperCase();
}

function shown(rgb: Triple): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}
