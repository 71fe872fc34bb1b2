import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { atMost } from '../http/at-most.ts';
import type { PictureType } from './picture-type.ts';

/** Phones take pictures of 108 megapixels; a picture made to fill the memory has thousands. */
export const MAX_PIXELS = 120_000_000;
/**
 * What a picture that cannot be read row by row may take in memory: interlaced PNG, progressive
 * JPEG, WebP, GIF and AVIF are decoded whole, whatever is asked for. A progressive photo may have 16
 * megapixels.
 */
const MAX_DECODED_BYTES = 100_000_000;
/** Decoding takes a core and some memory. What is light does not wait behind what is heavy. */
const [heavy, light] = [atMost(1), atMost(1)];
/** More than any picture that was drawn here. */
const LIGHT_PIXELS = 1_000_000;

/** A picture that is not read, and why. */
export class PictureError extends Error {
  readonly fault: 'damaged' | 'too many pixels';
  constructor(fault: PictureError['fault'], cause?: unknown) {
    super(`The picture is not read: ${fault}`, { cause });
    this.fault = fault;
  }
}

/**
 * Decodes a picture of a known type within limits of pixels and memory, of an animated one the first
 * frame, one large picture at a time.
 * @param draw what becomes of it; called again where its answer is read more than once
 * @param maxPixels refused beyond, at most `MAX_PIXELS`
 * @throws PictureError
 */
export async function readPicture<T>(
  bytes: Buffer,
  type: PictureType,
  draw: (picture: () => Sharp, orientation: number) => Promise<T>,
  maxPixels = MAX_PIXELS,
): Promise<T> {
  try {
    const { orientation, pixels } = await checkHead(bytes, type, maxPixels);
    const picture = () =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true });
    const turn = pixels <= LIGHT_PIXELS ? light : heavy;
    return await turn(() => draw(picture, orientation));
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('damaged', error);
  }
}

/** Whether it can be read to its end. @throws PictureError 'too many pixels' */
export async function isWholePicture(bytes: Buffer, type: PictureType): Promise<boolean> {
  try {
    // Decoding to a small size reads every byte and keeps few.
    return await readPicture(bytes, type, async (picture) => {
      const small = picture().resize(64, 64, { fit: 'inside' }).raw();
      const { info } = await small.toBuffer({ resolveWithObject: true });
      return info.size > 0;
    });
  } catch (error) {
    if (error instanceof PictureError && error.fault === 'damaged') return false;
    throw error;
  }
}

/**
 * By the head of the file alone, before anything is decoded; the limit is looked at here, so that a
 * refusal says what is wrong.
 * @returns its points, and the orientation that a camera has noted, 1 to 8
 */
async function checkHead(bytes: Buffer, type: PictureType, maxPixels: number) {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  const pixels = head.width * head.height;
  // The coefficients of a progressive JPEG take two bytes each, as samples of 16 bits do.
  const sample = head.depth === 'uchar' && type !== 'image/jpeg' ? 1 : 2;
  const whole = head.isProgressive || !(type === 'image/jpeg' || type === 'image/png');
  if (pixels > maxPixels || (whole && pixels * head.channels * sample > MAX_DECODED_BYTES)) {
    throw new PictureError('too many pixels');
  }
  return { orientation: head.orientation ?? 1, pixels };
}
