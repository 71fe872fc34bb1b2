import type { Services } from '../../platform/http/services.ts';
import type { PngSize } from '../../platform/images/encode-png.ts';
import { encodePng } from '../../platform/images/encode-png.ts';
import { pictureType } from '../../platform/images/picture-type.ts';
import { parseObjectKey } from '../../platform/uploads/upload.store.ts';
import type { ProfileRow } from './profile.store.ts';

const MOST_KEPT = 200;
const drawn = new Map<string, Buffer>();

/**
 * The business's logo as a PNG. The stored one is drawn anew at each size that is asked for, so that
 * nothing but a picture reaches a document or a message, and kept: its address never leads to another.
 * @returns undefined where there is none; one that cannot be read is left out and told in the log
 */
export async function readLogo(
  { files, log }: Pick<Services, 'files' | 'log'>,
  { logoUrl }: Pick<ProfileRow, 'logoUrl'>,
  size: PngSize,
): Promise<Buffer | undefined> {
  const key = parseObjectKey(logoUrl);
  if (!key?.startsWith('logos/')) return undefined;
  const name = `${key} ${size.width}`;
  const known = drawn.get(name);
  if (known) return known;
  try {
    const stored = await files.read(key);
    const type = stored && pictureType(stored);
    if (!type) {
      log.warn({ key }, 'the stored logo is not there, or no picture');
      return undefined;
    }
    const bytes = await encodePng(stored, type, size);
    if (drawn.size >= MOST_KEPT) drawn.delete(drawn.keys().next().value ?? '');
    drawn.set(name, bytes);
    return bytes;
  } catch (error) {
    log.warn({ err: error, key }, 'the stored logo cannot be drawn');
    return undefined;
  }
}
