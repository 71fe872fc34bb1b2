import type {
  Statement,
  StatementQuery,
} from '../../../shared/customers/customer-account.contract.ts';
import { MOST_STATEMENT_PDF_ENTRIES } from '../../../shared/customers/customer-account.contract.ts';
import { statementDocument } from '../../../shared/customers/statement-document.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { DocumentServices } from '../documents/index.ts';
import { prepareDocumentPdf, requireProfile } from '../documents/index.ts';
import { readStatement } from './read-statement.ts';

/** 'Statement 2026-11-20': of the file, before the business's name. */
export const statementName = ({ to }: Pick<Statement, 'to'>): string => `Statement ${to}`;

/**
 * The PDF of a statement, in the look of the business's documents.
 * @param options `links` false leaves nothing in the owner's words that a reader would make one of
 * @throws AppError NOT_FOUND, VALIDATION (as `readStatement`; more entries than a PDF may have)
 */
export async function prepareStatementPdf(
  services: DocumentServices,
  businessId: string,
  query: StatementQuery,
  options: { links?: boolean } = {},
): Promise<NamedPdf & { statement: Statement }> {
  const { orm } = services.db;
  const statement = await readStatement(services, businessId, query, MOST_STATEMENT_PDF_ENTRIES);
  const [business, customer] = await Promise.all([
    requireProfile(orm, businessId),
    findCustomerRow(orm, businessId, query.id),
  ]);
  if (!customer) throw notFound('Customer');
  const document = statementDocument({ statement, customer, business });
  // The same statement is the same file.
  const at = new Date(`${statement.to}T00:00:00Z`);
  const prepared = await prepareDocumentPdf(services, document, business, at, options);
  const { businessName } = business;
  const fileName = documentFileName({ number: statementName(statement), businessName });
  return { ...prepared, fileName, statement };
}
