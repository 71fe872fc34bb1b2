import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { atMost } from '../http/at-most.ts';
import type { PictureType } from './picture-type.ts';

/** Phones take pictures of 108 megapixels; a picture made to fill the memory has thousands. */
const MAX_PIXELS = 120_000_000;
/**
 * What a picture that cannot be read row by row may take in memory: interlaced PNG, progressive
 * JPEG, WebP, GIF and AVIF are decoded whole, whatever is asked for. A progressive photo may have 16
 * megapixels.
 */
const MAX_DECODED_BYTES = 100_000_000;
/** Decoding takes a core and some memory. */
const turn = atMost(1);

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
 * frame, one picture at a time.
 * @param draw what becomes of it; called again where its answer is read more than once
 * @throws PictureError
 */
export function readPicture<T>(
  bytes: Buffer,
  type: PictureType,
  draw: (picture: () => Sharp, orientation: number) => Promise<T>,
): Promise<T> {
  return turn(async () => {
    try {
      const orientation = await checkHead(bytes, type);
      const picture = () =>
        sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true });
      return await draw(picture, orientation);
    } catch (error) {
      if (error instanceof PictureError) throw error;
      throw new PictureError('damaged', error);
    }
  });
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
 * @returns the orientation that a camera has noted, 1 to 8
 */
async function checkHead(bytes: Buffer, type: PictureType): Promise<number> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  const pixels = head.width * head.height;
  // The coefficients of a progressive JPEG take two bytes each, as samples of 16 bits do.
  const sample = head.depth === 'uchar' && type !== 'image/jpeg' ? 1 : 2;
  const whole = head.isProgressive || !(type === 'image/jpeg' || type === 'image/png');
  if (pixels > MAX_PIXELS || (whole && pixels * head.channels * sample > MAX_DECODED_BYTES)) {
    throw new PictureError('too many pixels');
  }
  return head.orientation ?? 1;
}
