/** Which document: an invoice or an estimate of an owner. */
export interface DocumentRef {
  of: 'invoice' | 'estimate';
  businessId: string;
  id: number;
}
