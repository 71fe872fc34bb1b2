import { eq } from 'drizzle-orm';
import type { TemplateKind } from '../../../shared/emails/templates.ts';
import type { MailWords } from '../../../shared/text/variables.ts';
import type { Queryable } from '../../db/database.ts';
import { emailSettings } from '../../db/tables/email-settings.table.ts';

export type EmailSettingsRow = typeof emailSettings.$inferSelect;

/** None of a business that has changed nothing. */
export async function findEmailSettings(
  db: Queryable,
  businessId: string,
): Promise<EmailSettingsRow | undefined> {
  const [row] = await db
    .select()
    .from(emailSettings)
    .where(eq(emailSettings.businessId, businessId));
  return row;
}

/** The words that an owner has written for a kind of message; undefined for those of Remit. */
export async function findTemplate(
  db: Queryable,
  businessId: string,
  kind: TemplateKind,
): Promise<MailWords | undefined> {
  return (await findEmailSettings(db, businessId))?.templates[kind];
}

export async function saveEmailSettingsRow(
  db: Queryable,
  { businessId, ...values }: EmailSettingsRow,
): Promise<void> {
  await db
    .insert(emailSettings)
    .values({ businessId, ...values })
    .onConflictDoUpdate({ target: emailSettings.businessId, set: values });
}
