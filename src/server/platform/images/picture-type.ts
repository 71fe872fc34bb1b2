/** The pictures that can be read here, and the ending of each. */
export const PICTURE_ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const;
export type PictureType = keyof typeof PICTURE_ENDINGS;

/** By the first bytes (WHATWG MIME Sniffing, section 6.1; AVIF 1.2.0, section 9). */
export function pictureType(bytes: Buffer): PictureType | undefined {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^[^]{4}ftypavi[fs]/.test(head)) return 'image/avif';
  return undefined;
}

/** The pictures of phones that the decoder at hand cannot read. */
export const isHeif = (bytes: Buffer): boolean =>
  /^[^]{4}ftyp(heic|heix|hevc|mif1|msf1)/.test(bytes.toString('latin1', 0, 12));

/** A drawing in markup, which is never read: it can carry script and name other files. */
export const isSvg = (bytes: Buffer): boolean =>
  /<svg[\s>]/i.test(bytes.toString('latin1', 0, 2048));
