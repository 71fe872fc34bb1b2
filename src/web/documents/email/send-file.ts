import type { EmailFile } from '../../../shared/emails/email.contract.ts';
import { api } from '../../lib/api.ts';
import { reachable } from '../../lib/reachable-address.ts';

/** Sends a file that a message is to bring. @throws ApiError, or an Error where the connection broke off */
export async function sendFile(file: File): Promise<EmailFile> {
  const { key, uploadURL } = await api.emails.startFile({ fileName: file.name, size: file.size });
  const answer = await fetch(reachable(uploadURL), { method: 'PUT', body: file });
  if (!answer.ok) throw new Error('The upload was interrupted');
  return api.emails.finishFile({ key });
}
