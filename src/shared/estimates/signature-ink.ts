/** The way that the pen took, of a signature that is drawn; apart from its schema, which pages need not load. */

/** A drawing is kept as lines in a box of this size; no picture is. */
export const SIGNATURE_BOX = { width: 1_000, height: 400 } as const;
export const MAX_STROKES = 100;
/** So many, written out, and a choice of lines go into one request (`BODY_LIMIT`). */
export const MAX_POINTS = 5_000;
/** What the pen must have gone in all: less is a dot, or a slip of the finger. */
const LEAST_INK = 40;

export const NO_INK = 'Draw your signature, or type your name instead';
const ONLY_A_DOT = 'That is too little for a signature. Draw it again, or type your name instead';

/** A point nearer than this to the last one is not seen in the line, and only uses up what there is. */
const LEAST_STEP = 4;

export type Stroke = [x: number, y: number][];

/** A stroke and where the pen went on from it, without what nobody would see. @param room for how many */
export function extendStroke(stroke: Stroke, points: Stroke, room: number): Stroke {
  const longer = [...stroke];
  for (const [x, y] of points) {
    const [lastX, lastY] = longer.at(-1) ?? [Infinity, Infinity];
    if (longer.length - stroke.length >= room) break;
    if (Math.hypot(x - lastX, y - lastY) >= LEAST_STEP) longer.push([x, y]);
  }
  return longer;
}

/** Why a drawing is no signature; undefined where it is one. */
export function findInkFault(drawn: readonly Stroke[]): string | undefined {
  if (drawn.every((stroke) => stroke.length === 0)) return NO_INK;
  return measureInk(drawn) < LEAST_INK ? ONLY_A_DOT : undefined;
}

/** How far the pen went while it was down. */
function measureInk(drawn: readonly Stroke[]): number {
  let length = 0;
  for (const stroke of drawn) {
    stroke.forEach(([x, y], index) => {
      const [fromX, fromY] = stroke[index - 1] ?? [x, y];
      length += Math.hypot(x - fromX, y - fromY);
    });
  }
  return length;
}

/** A drawing as the path of an SVG; a stroke of one point is a dot. */
export const signaturePath = (drawn: readonly Stroke[]): string =>
  drawn
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => {
      const points = stroke.length === 1 ? [...stroke, ...stroke] : stroke;
      return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`;
    })
    .join('');
