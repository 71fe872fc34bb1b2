import { AppError } from '../../../../shared/errors/app-error.ts';

export const CONTENT_TYPES = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;
export type ContentType = keyof typeof CONTENT_TYPES;

export interface Purpose {
  name: 'receipt';
  /** Where its files lie, and what their addresses begin with. */
  folder: string;
  maxBytes: number;
  types: readonly ContentType[];
  /** Begins the refusals. */
  noun: string;
  kinds: string;
}

/** What may be sent for what. */
export const PURPOSES: Record<'receipt', Purpose> = {
  receipt: {
    name: 'receipt',
    folder: 'receipts',
    maxBytes: 10_485_760,
    types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
    noun: 'A receipt',
    kinds: 'a PDF or a JPEG, PNG or WebP picture',
  },
};

export function tooLarge({ noun, maxBytes }: Purpose): AppError {
  return new AppError('TOO_LARGE', `${noun} can have at most ${maxBytes / 1_048_576} MB`);
}

export function wrongType({ noun, kinds }: Purpose, more = ''): AppError {
  return new AppError('UNSUPPORTED_TYPE', `${noun} must be ${kinds}${more}`);
}
