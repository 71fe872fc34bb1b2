import type { Database } from '../../src/server/db/database.ts';

/** What nobody may do to what was issued, done by hand. */
export function tamperWith(db: Database, businessId: string, invoiceId: number) {
  const one = 'business_id = $1 and invoice_id = $2';
  const change = (text: string, values: unknown[] = []) =>
    db.pool.query(text, [businessId, invoiceId, ...values]);
  return {
    body: (number: number, from: string, to: string) =>
      change(
        `update document_revisions set body = replace(body, $4, $5) where ${one} and number = $3`,
        [number, from, to],
      ),
    column: (number: number, column: 'sha256' | 'previous_sha256' | 'hash', value: string) =>
      change(`update document_revisions set ${column} = $4 where ${one} and number = $3`, [
        number,
        value,
      ]),
    /** The digest of the body as it is now. */
    digest: (number: number) =>
      change(
        `update document_revisions set sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex')
         where ${one} and number = $3`,
        [number],
      ),
    remove: (number: number) =>
      change(`delete from document_revisions where ${one} and number = $3`, [number]),
    pdf: (number: number) =>
      change(
        `update revision_pdfs set pdf = pdf || '\\x00'::bytea where business_id = $1 and revision_id = (
           select id from document_revisions where ${one} and number = $3)`,
        [number],
      ),
    row: () => change(`update invoices set notes = 'Altered' where business_id = $1 and id = $2`),
  };
}
