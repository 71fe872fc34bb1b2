import { withoutTrailing } from '../../../shared/text/without-trailing.ts';
import { CONTENT_TYPES } from './upload-purposes.ts';

/** Without what a folder is told by, what cannot be seen, and what some systems do not take. */
const clean = (name: string): string =>
  withoutTrailing(
    name
      .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '-')
      .replace(/\s+/g, ' ')
      .replace(/^[ .-]+/, ''),
    ' .-',
  );

/** The sender's name for a file that is mailed on as it is. */
export const attachmentName = (name: string): string => clean(name) || 'attachment';

export const isServed = (type: string): type is keyof typeof CONTENT_TYPES =>
  Object.hasOwn(CONTENT_TYPES, type);

/** The sender's name for a file, with the ending of what it is. */
export function servedName({ fileName, contentType }: { fileName: string; contentType: string }) {
  const ending = isServed(contentType) ? CONTENT_TYPES[contentType] : 'bin';
  return `${clean(fileName.replace(/\.[a-z0-9]{1,5}$/i, '')) || 'receipt'}.${ending}`;
}
