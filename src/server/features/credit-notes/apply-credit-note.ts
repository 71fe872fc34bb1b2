import type {
  ApplyCreditInput,
  CreditNoteDetail,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, isPositive, noMoney, subtractMoney } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import {
  changeAccount,
  holdPayers,
  insertEvent,
  lockAccount,
  readAllocations,
  refuseOverallocation,
} from '../invoices/index.ts';
import type { CreditRow, OpenLedger } from '../ledger/index.ts';
import type { CreditNoteState } from './credit-note.store.ts';
import { findCreditNoteState, insertCreditNoteEvent } from './credit-note.store.ts';
import { readCreditNote } from './read-credit-notes.ts';

/**
 * Says what of an issued credit note settles some invoices from now on: 0 takes it back, and what is
 * not named stays.
 * @throws AppError NOT_FOUND (credit note, invoice), CONFLICT for a draft, VALIDATION (more than is
 *   due or left; an invoice of another customer or currency; a draft; the one that it corrects)
 */
export function applyCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: ApplyCreditInput,
  key?: string,
): Promise<CreditNoteDetail> {
  const { id, allocations: wanted } = input;
  return runIdempotently(db, { businessId, key, call: 'creditNotes.apply', input }, async (tx) => {
    const now = clock.now();
    const { creditNoteNumber } = await requireIssued(tx, businessId, id);
    const ids = wanted.map(({ invoiceId }) => invoiceId);
    const account = await lockAccount(tx, businessId, { invoiceIds: ids, creditIds: [id] });
    const { invoices: locked } = account;
    await changeAccount(tx, account, now, async (ledger) => {
      const credit = await includeIssued(ledger, id);
      const { customerId, currency, invoiceId } = credit;
      const before = new Map(ids.map((one) => [one, ledger.applied(id, one)]));
      const appliedTo = (one: number) => before.get(one) ?? noMoney(currency);
      const own = {
        invoiceId,
        refusal: (number: string) =>
          `This credit note corrects ${number} and is applied to it automatically`,
      };
      for (const one of ids.filter((each) => locked.has(each))) {
        if (one !== invoiceId) ledger.apply(id, one, noMoney(currency));
      }
      const payers = await holdPayers(tx, businessId, customerId, locked, ids);
      const source = { payers, currency, name: 'credit note', own, withdraws: true };
      const parts = readAllocations(wanted, locked, source, (invoice) =>
        larger(ledger.openAmount(invoice), appliedTo(invoice.id)),
      );
      refuseOverallocation(parts, ledger.unappliedCredit(id));
      for (const { invoice, amount } of parts) {
        ledger.apply(id, invoice.id, amount);
        const change = subtractMoney(amount, appliedTo(invoice.id));
        await recordOnBothDocuments(tx, invoice, { id, creditNoteNumber }, change, now);
      }
    });
    return readCreditNote(tx, businessId, id);
  });
}

const larger = (one: Money, other: Money): Money => (compareMoney(one, other) < 0 ? other : one);

/** What was credited is told by both documents, and what was taken back. */
async function recordOnBothDocuments(
  tx: Transaction,
  { businessId, id: invoiceId, invoiceNumber }: StoredInvoice,
  { id, creditNoteNumber }: { id: number; creditNoteNumber: string },
  change: Money,
  now: Date,
): Promise<void> {
  const back = subtractMoney(noMoney(change.currency), change);
  const isMore = isPositive(change);
  if (!isMore && !isPositive(back)) return;
  const amount = isMore ? change : back;
  const told = { creditNoteId: id, creditNoteNumber, ...amount };
  const type = isMore ? 'invoice.credited' : 'invoice.credit_withdrawn';
  await insertEvent(tx, businessId, invoiceId, type, told, now);
  const own = isMore ? 'credit_note.applied' : 'credit_note.withdrawn';
  const data = { invoiceId, invoiceNumber, ...amount };
  await insertCreditNoteEvent(tx, { businessId, id }, own, data, now);
}

/**
 * Of a credit note that is about to be locked: invoices and payments come before it.
 * @throws AppError NOT_FOUND, CONFLICT for a draft
 */
export async function requireIssued(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<CreditNoteState> {
  const found = await findCreditNoteState(tx, businessId, id);
  if (!found) throw notFound('Credit note');
  if (found.status !== 'draft') return found;
  const message = 'This credit note is a draft: issue it first';
  throw new AppError('CONFLICT', message, { fields: [{ path: 'id', message }] });
}

/** The same, locked. */
export async function includeIssued(ledger: OpenLedger, id: number): Promise<CreditRow> {
  const credit = await ledger.includeCredit(id);
  if (!credit) throw new Error('an issued credit note is a draft again');
  return credit;
}
