import sharp from 'sharp';
import type { PictureType } from './picture-type.ts';
import { readPicture } from './read-picture.ts';

/** Twice of what lists and dialogs show, for fine screens. */
const SIDE = 96;
/** One that takes a core for long is shown by an icon instead: most photos of phones have fewer. */
const MAX_PIXELS = 50_000_000;

/**
 * The middle of a picture, upright, in at most 96 by 96 points: a WebP of a few kilobytes without
 * anything else of it, such as where it was taken.
 * @throws PictureError
 */
export async function drawThumbnail(bytes: Buffer, type: PictureType): Promise<Buffer> {
  const small = await readPicture(
    bytes,
    type,
    (picture, orientation) =>
      // Turned when it is small: turning a large one would take its memory twice.
      picture()
        .resize({ width: SIDE, height: SIDE, fit: 'cover', withoutEnlargement: true })
        .withMetadata({ orientation })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    MAX_PIXELS,
  );
  return sharp(small).autoOrient().flatten({ background: '#fff' }).webp({ quality: 70 }).toBuffer();
}
