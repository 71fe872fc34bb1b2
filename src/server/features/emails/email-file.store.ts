import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { emailFiles } from '../../db/tables/email-settings.table.ts';

export type EmailFileRow = typeof emailFiles.$inferSelect;

/** A message's own files, in their order. */
export async function listEmailFiles(
  db: Queryable,
  businessId: string,
  emailId: number,
): Promise<EmailFileRow[]> {
  return db
    .select()
    .from(emailFiles)
    .where(and(eq(emailFiles.businessId, businessId), eq(emailFiles.emailId, emailId)))
    .orderBy(emailFiles.place);
}

export async function insertEmailFiles(
  db: Queryable,
  email: Pick<EmailFileRow, 'businessId' | 'emailId'>,
  files: readonly Pick<EmailFileRow, 'key' | 'fileName' | 'contentType' | 'size'>[],
): Promise<void> {
  if (files.length === 0) return;
  await db.insert(emailFiles).values(files.map((file, place) => ({ ...file, ...email, place })));
}
