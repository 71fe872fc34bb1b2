/** What may be done to an issued invoice: change it as a new version, or nothing but correct it. */
export const ISSUED_INVOICES = ['revise', 'fixed'] as const;
export type IssuedInvoices = (typeof ISSUED_INVOICES)[number];
