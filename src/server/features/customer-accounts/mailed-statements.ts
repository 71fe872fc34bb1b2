import type { SendStatementInput } from '../../../shared/customers/customer-account.contract.ts';
import { MOST_STATEMENT_PDF_ENTRIES } from '../../../shared/customers/customer-account.contract.ts';
import { closingBalance } from '../../../shared/customers/statement-document.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatPeriod } from '../../../shared/documents/sheet-figures.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { EmailRow, MailedDocuments, WriteEmail } from '../emails/index.ts';
import { customerEmail, queueStatement } from '../emails/index.ts';
import { findRecipient } from '../senders/index.ts';
import { readStatement } from './read-statement.ts';
import { prepareStatementPdf } from './statement-pdf.ts';

/** Statements of account as messages. They say what stands in the ledger when they go out. */
export const mailedStatements: MailedDocuments = {
  async lock(tx, businessId, id) {
    const customer = await findCustomerRow(tx, businessId, id);
    // Nothing is issued by it, and nobody changes what it tells of: its message alone is locked.
    return customer && { ...customer, status: 'issued', numberKey: '' };
  },
  async prepare(tx, email) {
    const customer = await findCustomerRow(tx, email.businessId, email.customerId ?? 0);
    if (!customer || customer.deletedAt) return 'deleted';
    const recipient = await findRecipient(tx, email.businessId, email.toAddress);
    return recipient?.unsubscribedAt ? 'unsubscribed' : { write: writeStatement(email) };
  },
  requireOpen() {},
  async markSent() {},
};

function writeStatement(email: EmailRow): WriteEmail {
  const { businessId, customerId, periodFrom, periodTo } = email;
  const query = {
    id: customerId ?? 0,
    from: periodFrom ?? undefined,
    to: periodTo ?? undefined,
  };
  return async (services, profile, options) => {
    const { statement, ...drawn } = await prepareStatementPdf(services, businessId, query, options);
    const balance = closingBalance(statement);
    const content = customerEmail(profile, email, {
      attached: 'statement',
      preheader: `Statement of account: ${balance}`,
      headline: { label: `Balance on ${formatDate(statement.to)}`, value: balance },
      facts: [{ label: 'Period', value: formatPeriod(statement) }],
    });
    return { ...drawn, content };
  };
}

/**
 * Queues a customer's statement as an e-mail; what is not given comes from the customer. Two clicks at
 * once queue one message.
 * @returns the message; null where the same waits already
 * @throws AppError NOT_FOUND, VALIDATION (nobody to write to; as `prepareStatementPdf`)
 */
export async function sendStatement(
  services: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: SendStatementInput,
  key?: string,
): Promise<Email | null> {
  const { db, clock } = services;
  const statement = await readStatement(services, businessId, input, MOST_STATEMENT_PDF_ENTRIES);
  const { from, to } = statement;
  return runIdempotently(
    db,
    { businessId, key, call: 'customerAccounts.sendStatement', input },
    async (tx) => {
      const customer = await findCustomerRow(tx, businessId, input.id);
      if (!customer) throw notFound('Customer');
      const balance = closingBalance(statement);
      const toSend = { businessId, customer, period: { from, to }, balance };
      return (await queueStatement(tx, toSend, input, clock.now())) ?? null;
    },
  );
}
