import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { queueDocument } from '../emails/index.ts';
import { invoiceToSend } from './invoice-to-send.ts';
import { lockUnpaid } from './mark-invoice.ts';
import { readInvoice } from './read-invoices.ts';

/**
 * Queues an invoice as an e-mail; what is not given comes from the invoice and its customer. A draft
 * becomes sent when the mail server has accepted the message, and not before (decision 12). Two
 * clicks at once queue one message.
 * @throws AppError NOT_FOUND, ALREADY_PAID, VALIDATION (nobody to write to)
 */
export function sendInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: SendEmailInput,
  key?: string,
): Promise<InvoiceDetail> {
  return runIdempotently(db, { businessId, key, call: 'emails.send', input }, async (tx) => {
    await lockUnpaid(tx, businessId, input.id);
    const invoice = await readInvoice(tx, businessId, input.id, clock.now());
    await queueDocument(tx, invoiceToSend(businessId, invoice), input, clock.now());
    return readInvoice(tx, businessId, input.id, clock.now());
  });
}
