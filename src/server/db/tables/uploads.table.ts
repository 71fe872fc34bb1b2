import { sql } from 'drizzle-orm';
import { bigint, char, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { ownedRecord, recordKey } from './owned-columns.ts';

/** Files that owners have sent or are sending; the bytes lie in the file store under the key. */
export const uploads = pgTable(
  'uploads',
  {
    ...ownedRecord(),
    /** 'receipts/{128 random bits}.pdf': the file's name in the store and in its address. */
    key: text('key').notNull(),
    purpose: text('purpose', { enum: ['receipt', 'logo', 'attachment'] }).notNull(),
    /** Of a transfer in parts, while it lasts. */
    uploadId: text('upload_id'),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes: as announced, and as found once stored. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256 in hex of a picture that is kept as it was drawn here. */
    sha256: char('sha256', { length: 64 }),
    /** When the whole file was found to be what it claims. */
    storedAt: instant('stored_at'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('uploads_key').on(t.businessId, t.key),
    check('uploads_purpose', sql`${t.purpose} in ('receipt', 'logo', 'attachment')`),
    check('uploads_size', sql`${t.size} >= 0`),
    // For the job that clears away what was begun and never finished: looks across owners.
    index('uploads_unfinished')
      .on(t.createdAt)
      .where(sql`stored_at is null`),
    // For the same job, which looks for those of the last days that no record shows.
    index('uploads_stored')
      .on(t.createdAt)
      .where(sql`stored_at is not null`),
  ],
);
