import type { InvoiceForEmail } from './invoice-email-draft.ts';
import { invoiceEmailDraft, invoiceSentence } from './invoice-email-draft.ts';

interface Words {
  subject: string;
  message: string;
}

/**
 * A message that was written about an invoice before it was edited: what Remit wrote of its number,
 * amount and date follows the invoice, what the owner wrote stays.
 */
export function renewDraft(
  { subject, message }: Words,
  before: InvoiceForEmail,
  after: InvoiceForEmail,
): Words {
  const sentence = invoiceSentence(after);
  return {
    subject:
      subject === invoiceEmailDraft(before).subject ? invoiceEmailDraft(after).subject : subject,
    // Through a function, for a dollar sign in a replacement means something else.
    message: message.replace(invoiceSentence(before), () => sentence),
  };
}
