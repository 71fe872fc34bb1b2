import { changeRefusal, deleteRefusal } from '../../../shared/credit-notes/credit-note-status.ts';
import type {
  CreditNoteDetail,
  CreditNoteInput,
  CreditNoteUpdateInput,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import {
  FOLLOWS_INVOICE,
  followsInvoice,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { noteOwnRow } from '../../db/lock-order.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import {
  requireLive,
  requireRestorable,
  requireVersion,
} from '../../platform/records/change-record.ts';
import { restoreDeletedCustomer } from '../customers/index.ts';
import {
  asPriced,
  CREDIT_NOTE_NUMBERS,
  changedContent,
  insertParts,
  newContent,
  readLineItems,
  replaceLineItems,
  saysThat,
  withNumberClash,
} from '../documents/index.ts';
import type { Corrected } from './corrected-invoice.ts';
import { lockCorrectedInvoice } from './corrected-invoice.ts';
import type { StoredCreditNote } from './credit-note.store.ts';
import {
  insertCreditNote,
  insertCreditNoteEvent,
  lockCreditNoteRow,
  updateCreditNoteRow,
} from './credit-note.store.ts';
import { issueLocked, lockWithInvoice } from './issue-credit-note.ts';
import { readCreditNote } from './read-credit-notes.ts';
import { correctionContent } from './write-correction.ts';

/**
 * Makes a credit note: for an invoice, or free with lines of its own. Neither counts on the trial.
 * @throws AppError NUMBER_TAKEN with a `suggestion`, NOT_FOUND (invoice, customer, item), VALIDATION
 *   (more than is left, too large), CONFLICT (the invoice is a draft, or credited already)
 */
export function createCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: CreditNoteInput,
  key?: string,
): Promise<CreditNoteDetail> {
  return withNumberClash(CREDIT_NOTE_NUMBERS, db.orm, businessId, input.creditNoteNumber, () =>
    runIdempotently(db, { businessId, key, call: 'creditNotes.create', input }, async (tx) => {
      const id = await createCreditNoteIn(tx, businessId, input, clock.now());
      return readCreditNote(tx, businessId, id);
    }),
  );
}

/**
 * @see createCreditNote; inside the caller's transaction.
 * @param locked the invoice that it corrects, where the caller has locked it
 * @returns its id
 */
export async function createCreditNoteIn(
  tx: Transaction,
  businessId: string,
  input: CreditNoteInput,
  now: Date,
  locked?: Corrected,
): Promise<number> {
  const { correctsInvoiceId, credit, status, ...own } = input;
  const corrected =
    correctsInvoiceId == null
      ? undefined
      : (locked ?? (await lockCorrectedInvoice(tx, businessId, correctsInvoiceId, now)));
  const invoice = corrected?.invoice;
  const { values, lines } = invoice
    ? await correctionContent(tx, businessId, invoice, { selection: credit ?? {}, own }, now)
    : await newContent(
        tx,
        'credit_note',
        businessId,
        {
          ...own,
          customerId: own.customerId ?? 0,
          lineItems: own.lineItems ?? [],
          taxRate: own.taxRate ?? '0.00',
        },
        { now, isIssued: false, deduct: asPriced },
      );
  const id = await insertCreditNote(tx, values);
  noteOwnRow(tx, 'credit_notes', id);
  const created = { businessId, id };
  await insertParts(tx, { of: 'credit_note', ...created }, lines);
  const about = invoice ? { invoiceNumber: invoice.invoiceNumber } : {};
  await insertCreditNoteEvent(tx, created, 'credit_note.created', { status, ...about }, now);
  if (status === 'issued') {
    const stored = requireLive('Credit note', await lockCreditNoteRow(tx, businessId, id));
    await issueLocked(tx, stored, corrected, now);
  }
  return id;
}

/**
 * Saves an edited draft. Absent fields stay as they are stored; with the status 'issued' it is issued as
 * it is saved.
 * @throws AppError CONFLICT for an issued one, STALE with the `current` credit note, NUMBER_TAKEN with a
 *   `suggestion`, NOT_FOUND (credit note, customer, item), VALIDATION
 */
export function updateCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: CreditNoteUpdateInput,
): Promise<CreditNoteDetail> {
  return withNumberClash(CREDIT_NOTE_NUMBERS, db.orm, businessId, input.creditNoteNumber, () =>
    withTransaction(db, async (tx) => {
      const now = clock.now();
      const { id, version } = input;
      const read = () => readCreditNote(tx, businessId, id);
      const { stored, corrected } = await lockWithInvoice(tx, businessId, id, now);
      const invoice = corrected?.invoice;
      refuseChange(changeRefusal(stored.status));
      await requireVersion('Credit note', stored, version, read);
      const document = { of: 'credit_note', businessId, id } as const;
      if (invoice) {
        await refuseFollowing(tx, stored, input);
        const selection = input.credit === undefined ? (stored.credit ?? {}) : (input.credit ?? {});
        const own = { ...stored, ...withoutAbsent(input) };
        const given = { selection, own, draft: stored };
        const change = await correctionContent(tx, businessId, invoice, given, now);
        const { createdAt: _kept, ...values } = change.values;
        await updateCreditNoteRow(tx, businessId, id, values);
        await replaceLineItems(tx, document, change.lines);
      } else {
        if (input.credit != null) {
          throw invalidField('credit', 'credit needs the invoice in correctsInvoiceId');
        }
        const options = { now, isIssued: false, deduct: asPriced };
        const change = await changedContent(tx, 'credit_note', stored, input, options);
        if (input.lineItems) await replaceLineItems(tx, document, change.lines);
        await updateCreditNoteRow(tx, businessId, id, change.values);
      }
      await insertCreditNoteEvent(tx, stored, 'credit_note.edited', {}, now);
      if (input.status === 'issued') {
        const saved = requireLive('Credit note', await lockCreditNoteRow(tx, businessId, id));
        await issueLocked(tx, saved, corrected, now);
      }
      return read();
    }),
  );
}

function refuseChange(refusal: string | undefined): void {
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
}

const withoutAbsent = (input: CreditNoteUpdateInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/**
 * Sent back as it was answered, what follows from the invoice changes nothing.
 * @throws AppError VALIDATION naming the field that would be another
 */
async function refuseFollowing(
  tx: Transaction,
  stored: StoredCreditNote,
  input: CreditNoteUpdateInput,
): Promise<void> {
  const { businessId, id } = stored;
  const lineItems = await readLineItems(tx, { of: 'credit_note', businessId, id });
  const answered: Record<string, unknown> = { ...stored, lineItems };
  for (const name of Object.keys(FOLLOWS_INVOICE) as (keyof typeof FOLLOWS_INVOICE)[]) {
    if (input[name] !== undefined && !saysThat(answered[name], input[name])) {
      throw invalidField(name, followsInvoice(name));
    }
  }
}

/** @throws AppError CONFLICT for an issued one */
export function deleteCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = requireLive('Credit note', await lockCreditNoteRow(tx, businessId, id));
    refuseChange(deleteRefusal(stored.status));
    const now = clock.now();
    await updateCreditNoteRow(tx, businessId, id, { deletedAt: now });
    await insertCreditNoteEvent(tx, stored, 'credit_note.deleted', {}, now);
    return { id };
  });
}

/**
 * Takes a deletion back, for 30 days; a draft that is not deleted is answered as it is. A customer who
 * was deleted since comes back with it.
 * @throws AppError NOT_FOUND when there is none, or it is too late
 */
export function restoreCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<CreditNoteDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const stored = await lockCreditNoteRow(tx, businessId, id);
    const deleted = requireRestorable('Credit note', stored, now);
    if (deleted) {
      await updateCreditNoteRow(tx, businessId, id, { deletedAt: null });
      await restoreDeletedCustomer(tx, businessId, deleted.customerId);
      await insertCreditNoteEvent(tx, deleted, 'credit_note.restored', {}, now);
    }
    return readCreditNote(tx, businessId, id);
  });
}
