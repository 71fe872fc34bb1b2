/** How somebody signs: by typing the name, or by drawing. */
import * as z from 'zod';
import { findInkFault, MAX_POINTS, MAX_STROKES, NO_INK, SIGNATURE_BOX } from './signature-ink.ts';

const TOO_MUCH = `A signature has at most ${MAX_STROKES} strokes and ${MAX_POINTS.toLocaleString('en-US')} points`;
const NOT_INSIDE = `The points of a signature are whole numbers from 0 to ${SIGNATURE_BOX.width} and ${SIGNATURE_BOX.height}`;

const coordinate = (most: number) =>
  z.int({ error: NOT_INSIDE }).min(0, { error: NOT_INSIDE }).max(most, { error: NOT_INSIDE });

const point = z.tuple([coordinate(SIGNATURE_BOX.width), coordinate(SIGNATURE_BOX.height)], {
  error: NOT_INSIDE,
});

/** Counted before a point is looked at: what is too much costs nothing. */
const isBounded = (given: unknown): boolean => {
  if (!Array.isArray(given)) return true;
  if (given.length > MAX_STROKES) return false;
  let points = 0;
  for (const stroke of given) points += Array.isArray(stroke) ? stroke.length : 0;
  return points <= MAX_POINTS;
};

const strokes = z
  .unknown()
  .refine(isBounded, { error: TOO_MUCH, abort: true })
  .pipe(z.array(z.array(point, { error: NOT_INSIDE }), { error: NO_INK }))
  .superRefine((drawn, context) => {
    const message = findInkFault(drawn);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

export const signatureInput = z.discriminatedUnion(
  'way',
  [z.object({ way: z.literal('typed') }), z.object({ way: z.literal('drawn'), strokes })],
  { error: 'Type your name or draw your signature' },
);
