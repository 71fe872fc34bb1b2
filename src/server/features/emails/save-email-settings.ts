import type {
  EmailSettings,
  EmailSettingsInput,
} from '../../../shared/emails/email-settings.contract.ts';
import type { Templates } from '../../../shared/emails/templates.ts';
import { TEMPLATE_KINDS } from '../../../shared/emails/templates.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockBusiness } from '../businesses/index.ts';
import { findEmailSettings, saveEmailSettingsRow } from './email-settings.store.ts';

export async function readEmailSettings(db: Queryable, businessId: string): Promise<EmailSettings> {
  const row = await findEmailSettings(db, businessId);
  if (!row) return { copyToSelf: false, templates: {}, version: 1 };
  const { copyToSelf, templates, version } = row;
  return { copyToSelf, templates, version };
}

/**
 * Saves what is given of a business's words and copies. Messages that are written from then on follow;
 * those that wait keep the words that their owner has seen.
 * @throws AppError STALE with the `current` ones
 */
export function saveEmailSettings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { version, copyToSelf, templates = {} }: EmailSettingsInput,
): Promise<EmailSettings> {
  return withTransaction(db, async (tx) => {
    // Saves of one business come one after the other, also before there is a row to lock.
    await lockBusiness(tx, businessId);
    const current = await readEmailSettings(tx, businessId);
    if (version !== undefined && version !== current.version) {
      throw new AppError('STALE', 'The email settings were changed elsewhere in the meantime', {
        current,
      });
    }
    const words: Templates = {};
    for (const kind of TEMPLATE_KINDS) {
      const chosen = templates[kind] === undefined ? current.templates[kind] : templates[kind];
      if (chosen) words[kind] = chosen;
    }
    await saveEmailSettingsRow(tx, {
      businessId,
      copyToSelf: copyToSelf ?? current.copyToSelf,
      templates: words,
      version: current.version + 1,
      updatedAt: clock.now(),
    });
    return readEmailSettings(tx, businessId);
  });
}
