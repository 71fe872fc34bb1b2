import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { MOST_FILE_BYTES, TOO_LARGE_TOGETHER } from '../../../shared/emails/attachment-rules.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { RECEIPT_RULES } from '../../../shared/expenses/receipt-rules.ts';
import type { FileRules } from '../../../shared/files/file-rules.ts';
import { LOGO_RULES } from '../../../shared/profile/logo-rules.ts';
import { emailFiles } from '../../db/tables/email-settings.table.ts';
import { expenses } from '../../db/tables/expenses.table.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';
import { documentRevisions } from '../../db/tables/revisions.table.ts';
import type { uploads } from '../../db/tables/uploads.table.ts';
import type { PngSize } from '../images/encode-png.ts';
import { PICTURE_ENDINGS } from '../images/picture-type.ts';
import { MAX_PIXELS } from '../images/read-picture.ts';

export const CONTENT_TYPES = { 'application/pdf': 'pdf', ...PICTURE_ENDINGS } as const;
export type ContentType = keyof typeof CONTENT_TYPES;

type PurposeName = (typeof uploads.$inferSelect)['purpose'];

export interface Purpose {
  name: PurposeName;
  /** Where its files lie, and what their addresses begin with. */
  folder: string;
  rules: Omit<FileRules, 'types'> & { types: readonly ContentType[] };
  /** Whatever is no program: nobody looks into it here, and no browser shows it. */
  takesAnyType?: boolean;
  maxPixels: number;
  /** The refusal of a picture with more, or one that would take too much memory. */
  tooManyPixels: string;
  /** Kept not as it came, but as a PNG drawn of it. */
  drawnAs?: PngSize;
  /** Where an owner's records name its address, or its key: what none names is cleared away. */
  shownBy: ({ table: PgTable; businessId: PgColumn } & (
    | { address: PgColumn; key?: undefined }
    | { address?: undefined; key: PgColumn }
  ))[];
}

const RECEIPT: Purpose = {
  name: 'receipt',
  folder: 'receipts',
  rules: RECEIPT_RULES,
  // A photo of a phone.
  maxPixels: MAX_PIXELS,
  tooManyPixels: 'This picture has too many pixels: send it in a smaller size, or as a PDF',
  // Deleted expenses may come back: theirs stay.
  shownBy: [{ table: expenses, businessId: expenses.businessId, address: expenses.receiptUrl }],
};

/** Everybody may see it. Enough for a letterhead at 600 dots per inch, and light enough for a page. */
const LOGO: Purpose = {
  name: 'logo',
  folder: 'logos',
  rules: LOGO_RULES,
  // Enough for what is drawn of it, and for a photo of a sign; a larger one keeps a core busy.
  maxPixels: 40_000_000,
  tooManyPixels: 'This picture has too many pixels: send it in a smaller size',
  drawnAs: { width: 1024, height: 512, bytes: 200_000 },
  // What is out keeps the logo that it was issued with.
  shownBy: [
    {
      table: businessProfiles,
      businessId: businessProfiles.businessId,
      address: businessProfiles.logoUrl,
    },
    {
      table: documentRevisions,
      businessId: documentRevisions.businessId,
      key: documentRevisions.logoKey,
    },
  ],
};

/** Files that go with a message as they came: they are shown to nobody here, only given back. */
const ATTACHMENT: Purpose = {
  name: 'attachment',
  folder: 'attachments',
  rules: {
    maxBytes: MOST_FILE_BYTES,
    types: [],
    endings: /./,
    tooLarge: TOO_LARGE_TOGETHER,
    wrongType: 'Mail servers refuse programs. Attach another type, such as a PDF.',
  },
  takesAnyType: true,
  maxPixels: 0,
  tooManyPixels: '',
  shownBy: [{ table: emailFiles, businessId: emailFiles.businessId, key: emailFiles.key }],
};

/** What may be sent for what. */
export const PURPOSES: Record<PurposeName, Purpose> = {
  receipt: RECEIPT,
  logo: LOGO,
  attachment: ATTACHMENT,
};

export function tooLarge({ rules }: Purpose): AppError {
  return new AppError('TOO_LARGE', rules.tooLarge);
}

/** @param words a refusal of its own, such as one that says what to do about it */
export function wrongType({ rules }: Purpose, words: string = rules.wrongType): AppError {
  return new AppError('UNSUPPORTED_TYPE', words);
}

/** An upload for one purpose does not serve another. */
export function requirePurpose(upload: { purpose: PurposeName }, name: PurposeName): Purpose {
  if (upload.purpose !== name) throw notFound('Upload');
  return PURPOSES[name];
}
