/** What a receipt may be. The server finds the type in the content; a browser knows the claim. */
export const MAX_RECEIPT_BYTES = 10_485_760;

export const RECEIPT_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;

export const RECEIPT_TOO_LARGE = 'A receipt can have at most 10 MB';
export const RECEIPT_WRONG_TYPE = 'A receipt must be a PDF or a JPEG, PNG or WebP picture';
/** Browsers cannot show them, and nothing here can tell a whole one from a broken one. */
export const RECEIPT_HEIF = `${RECEIPT_WRONG_TYPE}: send this picture as a JPEG`;

/** Why a file cannot be a receipt by what is known before it is sent; undefined when it may be. */
export function receiptProblem(file: { name: string; type: string; size: number }) {
  if (file.size > MAX_RECEIPT_BYTES) return RECEIPT_TOO_LARGE;
  if (file.size === 0) return 'The file is empty';
  const type = file.type.toLowerCase();
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(file.name)) return RECEIPT_HEIF;
  if (RECEIPT_TYPES.some((one) => one === type)) return undefined;
  // Some systems know no type for a file that has the right ending.
  const unknown = type === '' || type === 'application/octet-stream';
  return unknown && /\.(pdf|jpe?g|png|webp)$/i.test(file.name) ? undefined : RECEIPT_WRONG_TYPE;
}
