import type { FileRules } from '../files/file-rules.ts';

/** What a logo may be when it is sent; what is kept is a PNG that the server has drawn of it. */
export const LOGO_RULES = {
  maxBytes: 5_242_880,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
  endings: /\.(png|jpe?g|webp|gif|avif)$/i,
  tooLarge: 'A logo can be at most 5 MB',
  wrongType: 'A logo must be a PNG, JPEG, WebP, GIF or AVIF picture',
} as const satisfies FileRules;
