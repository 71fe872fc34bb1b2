import {
  MOST_FILE_BYTES,
  refuseFileName,
  TOO_LARGE_TOGETHER,
} from '../../../shared/emails/attachment-rules.ts';
import type { EmailFile, EmailFileInput } from '../../../shared/emails/email.contract.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { EMAIL_FILES_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { attachmentName } from '../../platform/uploads/file-name.ts';
import { ensureStored } from '../../platform/uploads/finish-upload.ts';
import { startAttachment } from '../../platform/uploads/start-upload.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { findUpload } from '../../platform/uploads/upload.store.ts';

type FileServices = Pick<Services, 'db' | 'files' | 'clock' | 'log' | 'env' | 'appUrl' | 'limits'>;

/**
 * Where the browser sends a file that a message is to bring.
 * @throws AppError VALIDATION (a type that mail servers refuse), TOO_LARGE, QUOTA_REACHED
 */
export async function startFile(
  services: FileServices,
  businessId: string,
  { fileName: given, size }: EmailFileInput,
): Promise<{ key: string; uploadURL: string }> {
  const fileName = attachmentName(given);
  await services.limits.count(`email files ${businessId}`, EMAIL_FILES_OF_AN_OWNER, 'files');
  const refusal = refuseFileName(fileName);
  if (refusal !== undefined) throw invalidField('fileName', refusal);
  const { key, url } = await startAttachment(services, businessId, { fileName, size });
  return { key, uploadURL: new URL(url, services.appUrl()).href };
}

/**
 * Looks at what was sent.
 * @throws AppError NOT_FOUND (another owner's, or nothing was sent), TOO_LARGE, BAD_REQUEST,
 *   UNSUPPORTED_TYPE
 */
export async function finishFile(
  services: FileServices,
  businessId: string,
  { key }: { key: string },
): Promise<EmailFile> {
  const known = await findUpload(services.db.orm, businessId, key);
  if (known?.purpose !== 'attachment') throw notFound('File');
  await ensureStored(services, businessId, key);
  const upload = await findUpload(services.db.orm, businessId, key);
  if (!upload) throw notFound('File');
  if (!upload.storedAt) throw new AppError('BAD_REQUEST', 'The file has not arrived yet');
  return { key, fileName: upload.fileName, size: upload.size };
}

/**
 * The files that a message is to bring, held against removal until the transaction ends.
 * @throws AppError VALIDATION (none of this owner's, or too large together)
 */
export async function holdFiles(
  tx: Transaction,
  businessId: string,
  keys: readonly string[],
): Promise<Upload[]> {
  const files: Upload[] = [];
  for (const key of new Set(keys)) {
    const upload = await findUpload(tx, businessId, key, { lock: true });
    if (upload?.purpose !== 'attachment' || !upload.storedAt) {
      throw invalidField('files', 'An attached file is not there any more. Attach it again.');
    }
    files.push(upload);
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_FILE_BYTES) {
    throw invalidField('files', TOO_LARGE_TOGETHER);
  }
  return files;
}
