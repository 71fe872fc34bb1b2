import sharp from 'sharp';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { atMost } from '../../../platform/http/at-most.ts';
import type { ContentType, Purpose } from './upload-purposes.ts';
import { tooLarge, wrongType } from './upload-purposes.ts';

/** Phones take pictures of 108 megapixels; a picture made to fill the memory has thousands. */
const MAX_PIXELS = 120_000_000;
/**
 * What a picture that cannot be read row by row may take in memory: interlaced PNG, progressive
 * JPEG and WebP are decoded whole, whatever is asked for. A progressive photo may have 16 megapixels.
 */
const MAX_DECODED_BYTES = 100_000_000;
/** Decoding takes a core and some memory. */
const turn = atMost(1);

/**
 * What a stored file is by its own bytes, whatever its name and its sender say.
 * @returns undefined when there is no such file
 * @throws AppError TOO_LARGE, UNSUPPORTED_TYPE or BAD_REQUEST (empty, or not whole)
 */
export async function checkContent(
  files: FileStore,
  key: string,
  purpose: Purpose,
  announcedSize: number,
): Promise<{ contentType: ContentType; size: number } | undefined> {
  const size = await files.size(key);
  if (size === undefined) return undefined;
  if (size > purpose.maxBytes) throw tooLarge(purpose);
  if (size === 0) throw new AppError('BAD_REQUEST', 'The file is empty');
  if (announcedSize > 0 && size !== announcedSize) {
    throw new AppError('BAD_REQUEST', 'The file did not arrive whole. Send it again.');
  }
  return turn(async () => {
    const bytes = await files.read(key);
    if (!bytes) return undefined;
    const contentType = typeOf(bytes);
    if (!contentType || !purpose.types.includes(contentType)) {
      throw wrongType(purpose, isHeif(bytes) ? ': send this picture as a JPEG' : '');
    }
    if (!(await isWhole(bytes, contentType))) {
      throw wrongType(purpose, ': this file is damaged');
    }
    return { contentType, size };
  });
}

/** By the first bytes (WHATWG MIME Sniffing, sections 6.1 and 6.3; ISO 32000-1, 7.5.2). */
function typeOf(bytes: Buffer): ContentType | undefined {
  const ascii = bytes.toString('latin1', 0, 16);
  if (/^%PDF-[12]\.\d/.test(ascii)) return 'application/pdf';
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF[^]{4}WEBP/.test(ascii)) return 'image/webp';
  return undefined;
}

const isHeif = (bytes: Buffer) =>
  /^....ftyp(heic|heix|hevc|mif1|msf1)/s.test(bytes.toString('latin1', 0, 12));

async function isWhole(bytes: Buffer, contentType: ContentType): Promise<boolean> {
  if (contentType === 'application/pdf') {
    // Its end says where its contents are; some programs add a little behind it.
    return bytes.subarray(-2048).includes('%%EOF');
  }
  try {
    await refuseTooMany(bytes, contentType);
    // Decoding to a small size reads every byte and keeps few.
    const { info } = await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'truncated',
      sequentialRead: true,
    })
      .resize(64, 64, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.size > 0;
  } catch (error) {
    if (error instanceof AppError) throw error;
    return false;
  }
}

/** By the head of the file alone, before anything is decoded. @throws AppError TOO_LARGE */
async function refuseTooMany(bytes: Buffer, contentType: ContentType): Promise<void> {
  // The limit is looked at here, so that a refusal says what is wrong.
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  const pixels = head.width * head.height;
  // The coefficients of a progressive JPEG take two bytes each, as samples of 16 bits do.
  const sample = head.depth === 'uchar' && contentType !== 'image/jpeg' ? 1 : 2;
  const whole = head.isProgressive || contentType === 'image/webp';
  if (pixels > MAX_PIXELS || (whole && pixels * head.channels * sample > MAX_DECODED_BYTES)) {
    throw new AppError(
      'TOO_LARGE',
      'This picture has too many pixels: send it in a smaller size, or as a PDF',
    );
  }
}
