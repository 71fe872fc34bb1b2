/** How somebody signs: by typing the name, or by drawing. */
import * as z from 'zod';

/** A drawing is kept as the way that the pen took, in a box of this size; no picture is. */
export const SIGNATURE_BOX = { width: 1_000, height: 400 } as const;
export const MAX_STROKES = 100;
export const MAX_POINTS = 10_000;
/** What the pen must have gone in all: less is a dot, or a slip of the finger. */
const LEAST_INK = 40;

const TOO_MUCH = `A signature has at most ${MAX_STROKES} strokes and ${MAX_POINTS.toLocaleString('en-US')} points`;
const NOT_INSIDE = `The points of a signature are whole numbers from 0 to ${SIGNATURE_BOX.width} and ${SIGNATURE_BOX.height}`;
export const NO_INK = 'Draw your signature, or type your name instead';
export const ONLY_A_DOT =
  'That is too little for a signature. Draw it again, or type your name instead';

const coordinate = (most: number) =>
  z.int({ error: NOT_INSIDE }).min(0, { error: NOT_INSIDE }).max(most, { error: NOT_INSIDE });

const point = z.tuple([coordinate(SIGNATURE_BOX.width), coordinate(SIGNATURE_BOX.height)], {
  error: NOT_INSIDE,
});
export type Stroke = z.output<typeof point>[];

/** Counted before a point is looked at: what is too much costs nothing. */
const isBounded = (given: unknown): boolean => {
  if (!Array.isArray(given)) return true;
  let points = 0;
  for (const stroke of given) points += Array.isArray(stroke) ? stroke.length : 0;
  return given.length <= MAX_STROKES && points <= MAX_POINTS;
};

const strokes = z
  .unknown()
  .refine(isBounded, { error: TOO_MUCH, abort: true })
  .pipe(z.array(z.array(point, { error: NOT_INSIDE }), { error: NO_INK }))
  .superRefine((drawn, context) => {
    const ink = measureInk(drawn);
    if (ink >= LEAST_INK) return;
    const isEmpty = drawn.every((stroke) => stroke.length === 0);
    context.addIssue({ code: 'custom', message: isEmpty ? NO_INK : ONLY_A_DOT });
  });

/** How far the pen went while it was down. */
export function measureInk(drawn: readonly Stroke[]): number {
  let length = 0;
  for (const stroke of drawn) {
    stroke.forEach(([x, y], index) => {
      const [fromX, fromY] = stroke[index - 1] ?? [x, y];
      length += Math.hypot(x - fromX, y - fromY);
    });
  }
  return length;
}

export const signatureInput = z.discriminatedUnion(
  'way',
  [z.object({ way: z.literal('typed') }), z.object({ way: z.literal('drawn'), strokes })],
  { error: 'Type your name or draw your signature' },
);
export type Signature = z.output<typeof signatureInput>;
