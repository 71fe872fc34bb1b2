import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import type { CustomerForDocument } from '../../../shared/documents/document-sheet.ts';
import type { Receipt } from '../../../shared/payments/receipt-document.ts';
import { receiptDocument } from '../../../shared/payments/receipt-document.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import type { DocumentServices } from '../documents/index.ts';
import { prepareDocumentPdf } from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';

/**
 * The PDF of a payment's receipt, in the look of the business's documents.
 * @param options `links` false leaves nothing in the owner's words that a reader would make one of
 */
export async function prepareReceiptPdf(
  services: DocumentServices,
  { customer, ...receipt }: Receipt & { customer: CustomerForDocument },
  business: ProfileRow,
  options: { links?: boolean } = {},
): Promise<NamedPdf> {
  const { payment, settled } = receipt;
  const document = receiptDocument({ ...receipt, customer, business });
  // The same receipt is the same file.
  const at = new Date(`${payment.paymentDate}T00:00:00Z`);
  const prepared = await prepareDocumentPdf(services, document, business, at, options);
  const { businessName } = business;
  const number = `Receipt ${settled[0]?.invoiceNumber ?? payment.paymentDate}`;
  return { ...prepared, fileName: documentFileName({ number, businessName }) };
}
