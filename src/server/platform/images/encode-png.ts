import sharp from 'sharp';
import type { PictureType } from './picture-type.ts';
import { readPicture } from './read-picture.ts';

/** What a picture is drawn anew as: its greatest measures, and how heavy it may be if it can. */
export interface PngSize {
  width: number;
  height: number;
  bytes: number;
}

/**
 * A new PNG with the pixels of a picture and nothing else of it: no metadata, no profile, nothing
 * that stood before or behind. It stands upright, is never enlarged, and keeps its transparency.
 * What is too heavy in all its colors gets a palette, and at last half the measures.
 * @param maxPixels refused beyond, where that is fewer than any picture may have
 * @throws PictureError
 */
export async function encodePng(
  bytes: Buffer,
  type: PictureType,
  size: PngSize,
  maxPixels?: number,
): Promise<Buffer> {
  const small = await readPicture(
    bytes,
    type,
    (picture, orientation) => {
      // Lying pictures are measured as they lie: turning a large one would take its memory twice.
      const [width, height] =
        orientation > 4 ? [size.height, size.width] : [size.width, size.height];
      return picture()
        .resize({ width, height, fit: 'inside', withoutEnlargement: true })
        .withMetadata({ orientation })
        .png({ compressionLevel: 1 })
        .toBuffer();
    },
    maxPixels,
  );
  const upright = sharp(small).autoOrient();
  const full = await upright.clone().png({ compressionLevel: 9 }).toBuffer();
  if (full.length <= size.bytes) return full;
  const palette = { palette: true, quality: 90, effort: 4, compressionLevel: 9 };
  const fewer = await upright.clone().png(palette).toBuffer();
  if (fewer.length <= size.bytes) return fewer;
  const { width, height } = size;
  const half = upright.clone().resize({
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
    fit: 'inside',
    withoutEnlargement: true,
  });
  return half.png(palette).toBuffer();
}
