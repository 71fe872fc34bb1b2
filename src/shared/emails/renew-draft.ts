import type { DocumentFacts } from './email-draft.ts';
import { documentSentence, emailDraft } from './email-draft.ts';

interface Words {
  subject: string;
  message: string;
}

/**
 * A message that was written about a document before it was edited: what Remit wrote of its number,
 * amount and date follows the document, what the owner wrote stays.
 */
export function renewDraft(
  { subject, message }: Words,
  before: DocumentFacts,
  after: DocumentFacts,
  names: Parameters<typeof emailDraft>[1],
): Words {
  const sentence = documentSentence(after);
  const isOurs = subject === emailDraft(before, names).subject;
  return {
    subject: isOurs ? emailDraft(after, names).subject : subject,
    // Through a function, for a dollar sign in a replacement means something else.
    message: message.replace(documentSentence(before), () => sentence),
  };
}
