import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/app-error.ts';
import { asJpeg, asPng } from '../../../shared/files/file-rules.ts';
import type { FileStore } from '../files/file-store.ts';
import { atMost, atMostForEach } from '../http/at-most.ts';
import { encodePng } from '../images/encode-png.ts';
import { isHeif, isSvg, pictureType } from '../images/picture-type.ts';
import { isWholePicture, PictureError } from '../images/read-picture.ts';
import type { ContentType, Purpose } from './upload-purposes.ts';
import { tooLarge, wrongType } from './upload-purposes.ts';

/** Each holds a whole file in memory. */
const turn = atMost(2);
/** And one for each owner, so that nobody's many files keep the others waiting. */
const ownTurn = atMostForEach(1);

/** Of a file that nobody has looked into. */
export const ANY_TYPE = 'application/octet-stream';

/** How programs of Windows, Linux and macOS begin. */
const PROGRAMS = ['4d5a', '7f454c46', 'cffaedfe', 'feedfacf', 'cafebabe'];

export interface Checked {
  contentType: ContentType | typeof ANY_TYPE;
  size: number;
  /** What is kept in place of what came, where the purpose has it drawn anew. */
  drawn?: Buffer;
  /** Of what was drawn, in hex. */
  sha256?: string;
}

/**
 * What a stored file is by its own bytes, whatever its name and its sender say.
 * @returns undefined when there is no such file
 * @throws AppError TOO_LARGE, UNSUPPORTED_TYPE or BAD_REQUEST (empty, or not whole)
 */
export async function checkContent(
  files: FileStore,
  owner: string,
  key: string,
  purpose: Purpose,
  announcedSize: number,
): Promise<Checked | undefined> {
  const size = await files.size(key);
  if (size === undefined) return undefined;
  if (size > purpose.rules.maxBytes) throw tooLarge(purpose);
  if (size === 0) throw new AppError('BAD_REQUEST', 'The file is empty');
  if (announcedSize > 0 && size !== announcedSize) {
    throw new AppError('BAD_REQUEST', 'The file did not arrive completely. Upload it again.');
  }
  const check = async () => {
    const bytes = await files.read(key);
    return bytes && checkBytes(bytes, purpose);
  };
  return ownTurn(owner, () => turn(check));
}

async function checkBytes(bytes: Buffer, purpose: Purpose): Promise<Checked> {
  const size = bytes.length;
  // An address may take other bytes between the two questions.
  if (size > purpose.rules.maxBytes) throw tooLarge(purpose);
  const contentType = detectType(bytes);
  if (purpose.takesAnyType) {
    const start = bytes.toString('hex', 0, 4);
    if (PROGRAMS.some((program) => start.startsWith(program))) throw wrongType(purpose);
    return { contentType: contentType ?? ANY_TYPE, size };
  }
  if (!contentType || !purpose.rules.types.includes(contentType)) throw refusal(purpose, bytes);
  try {
    if (contentType === 'application/pdf') {
      // Its end says where its contents are; some programs add a little behind it.
      if (bytes.subarray(-2048).includes('%%EOF')) return { contentType, size };
    } else if (purpose.drawnAs) {
      const drawn = await encodePng(bytes, contentType, purpose.drawnAs, purpose.maxPixels);
      const sha256 = createHash('sha256').update(drawn).digest('hex');
      return { contentType: 'image/png', size: drawn.length, drawn, sha256 };
    } else if (await isWholePicture(bytes, contentType)) {
      return { contentType, size };
    }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    if (error.fault === 'too many pixels') {
      throw new AppError('TOO_LARGE', purpose.tooManyPixels);
    }
  }
  throw wrongType(purpose, `${purpose.rules.wrongType}: this file is damaged`);
}

/** By the first bytes (WHATWG MIME Sniffing, section 6.3; ISO 32000-1, 7.5.2). */
function detectType(bytes: Buffer): ContentType | undefined {
  const isPdf = /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 16));
  return isPdf ? 'application/pdf' : pictureType(bytes);
}

function refusal(purpose: Purpose, bytes: Buffer): AppError {
  if (isHeif(bytes)) return wrongType(purpose, asJpeg(purpose.rules));
  if (isSvg(bytes)) return wrongType(purpose, asPng(purpose.rules));
  return wrongType(purpose);
}
