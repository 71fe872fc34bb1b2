import type { FileRules } from '../files/file-rules.ts';

/** What a receipt may be. */
export const RECEIPT_RULES = {
  maxBytes: 10_485_760,
  types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
  endings: /\.(pdf|jpe?g|png|webp)$/i,
  tooLarge: 'A receipt can be at most 10 MB',
  wrongType: 'A receipt must be a PDF or a JPEG, PNG or WebP picture',
} as const satisfies FileRules;
