/** Statements as files: plain routes beside the contract's. */

import type { FastifyInstance } from 'fastify';
import type {
  Statement,
  StatementQuery,
} from '../../../shared/customers/customer-account.contract.ts';
import { statementPeriod } from '../../../shared/customers/customer-account.contract.ts';
import { contentDisposition } from '../../../shared/documents/document-file-name.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import { LEDGER_ENTRY_LABELS } from '../../../shared/payments/ledger-entry.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import { BYTE_ORDER_MARK, csvLine, dateCell, textCell } from '../../platform/http/csv.ts';
import type { PdfRequest } from '../../platform/http/send-pdf.ts';
import { requireOwnRecord, sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { EXPORTS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { readStatement } from './read-statement.ts';
import { prepareStatementPdf, statementName } from './statement-pdf.ts';

export function registerStatementFiles(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  const { limits } = services;
  app.get<PdfRequest>('/api/customers/:id/statement.pdf', async (request, reply) => {
    const { businessId, id } = await requireOwnRecord(request, resolveSession, limits, 'Customer');
    const query = { id, ...parsePeriod(request.query) };
    return sendPdf(request, reply, { rank: 'owner', key: businessId }, () =>
      prepareStatementPdf(services, businessId, query),
    );
  });
  app.get<PdfRequest>('/api/customers/:id/statement.csv', async (request, reply) => {
    const { businessId, id } = await requireOwnRecord(request, resolveSession, limits, 'Customer');
    const query = { id, ...parsePeriod(request.query) };
    await limits.count(`export ${businessId}`, EXPORTS_OF_AN_OWNER, 'exports');
    const statement = await readStatement(services, businessId, query);
    const fileName = `${statementName(statement)} ${statement.customer.name}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition('attachment', fileName))
      .header('cache-control', 'private, no-store')
      .send(statementCsv(statement));
  });
}

/** @throws AppError VALIDATION that names the parameter */
export function parsePeriod(query: unknown): Omit<StatementQuery, 'id'> {
  const parsed = statementPeriod.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidField(String(issue?.path[0] ?? ''), issue?.message ?? 'The request is not valid');
}

const HEADS = ['Date', 'Type', 'Number', 'Reference', 'Debit', 'Credit', 'Balance', 'Currency'];

/** A statement for a spreadsheet: of each currency the opening balance, the entries and what they come to. */
export function statementCsv({ from, to, accounts }: Statement): string {
  const lines = accounts.flatMap(({ currency, openingBalance, closingBalance, entries }) => [
    [dateCell(from), 'Opening balance', '', '', '', '', openingBalance, currency],
    ...entries.map(({ date, type, number, reference, debit, credit, balance }) => [
      dateCell(date),
      LEDGER_ENTRY_LABELS[type],
      textCell(number),
      textCell(reference),
      debit ?? '',
      credit ?? '',
      balance,
      currency,
    ]),
    [dateCell(to), 'Closing balance', '', '', '', '', closingBalance, currency],
  ]);
  return BYTE_ORDER_MARK + [HEADS, ...lines].map(csvLine).join('');
}
