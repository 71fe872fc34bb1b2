import { addDays, businessDay } from '../../../shared/dates/calendar-date.ts';
import type { Deposit } from '../../../shared/deposits/deposit.ts';
import { findDepositFault } from '../../../shared/deposits/deposit.ts';
import { divideDeposit } from '../../../shared/deposits/divide-deposit.ts';
import { namedInvoice } from '../../../shared/documents/document-number.ts';
import { findInstallmentsFault } from '../../../shared/documents/installments/check-installments.ts';
import { planAfterDeposits } from '../../../shared/documents/installments/schedule-installments.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { DepositInvoiceInput } from '../../../shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import { currencyDecimals } from '../../../shared/money/currencies.ts';
import { scaleDecimal, writeDecimal } from '../../../shared/money/decimal.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { lockBusiness } from '../businesses/index.ts';
import { INVOICE_NUMBERS, numberOfNew, uniformRate, writeRevision } from '../documents/index.ts';
import type { OpenDeposit } from '../invoices/index.ts';
import {
  createInvoiceIn,
  findDepositsOfEstimate,
  lockInvoice,
  readInvoice,
} from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import type { MadeInvoice } from './convert-estimate.ts';
import { issueUnnumbered, refuseEnded, withInvoiceNumber } from './convert-estimate.ts';
import type { StoredEstimate } from './estimate.store.ts';
import { insertEstimateEvent, lockEstimate, updateEstimateRow } from './estimate.store.ts';
import { invoiceRemarks } from './invoice-remarks.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * Makes a deposit invoice of an estimate, a draft, and accepts the estimate. The estimate's row lock lets
 * one call in; every other one that asks for the same finds the draft and answers with it.
 * @throws AppError NOT_FOUND, VALIDATION (more than is left of the estimate, nothing asked for), CONFLICT
 *   (rejected, expired, became an invoice, another deposit is a draft), SUBSCRIPTION_REQUIRED
 */
export function requestDeposit(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: DepositInvoiceInput,
  key?: string,
): Promise<InvoiceDetail> {
  return withInvoiceNumber(() =>
    runIdempotently(
      db,
      { businessId, key, call: 'estimates.depositInvoice', input },
      async (tx) => {
        const now = clock.now();
        const { id } = input;
        const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
        refuseEnded(stored, 'ask for a deposit');
        await refuseInvoiced(tx, stored);
        const ask = readAsk(input, stored);
        const deposits = await findDepositsOfEstimate(tx, businessId, id);
        const draft = deposits.find(({ status }) => status === 'draft');
        if (draft) {
          if (!isSame(draft, ask)) await refuseBesideDraft(tx, stored, { ask, deposits, draft });
          return readInvoice(tx, businessId, draft.invoiceId, now);
        }
        const made = await makeDepositInvoice(
          tx,
          await issueUnnumbered(tx, stored, now),
          { ask, deposits },
          now,
        );
        if (stored.status === 'draft') {
          await writeRevision(tx, { of: 'estimate', businessId, id }, now);
        }
        await insertEstimateEvent(tx, stored, 'estimate.deposit', { ...made }, now);
        return readInvoice(tx, businessId, made.invoiceId, now);
      },
    ),
  );
}

/** @throws AppError VALIDATION, see requestDeposit */
export async function makeDepositInvoice(
  tx: Transaction,
  stored: StoredEstimate,
  { ask, deposits }: { ask: Deposit; deposits: readonly OpenDeposit[] },
  now: Date,
): Promise<MadeInvoice> {
  const { businessId, id } = stored;
  const { currency, pricesIncludeTax, roundingIncrement, exchangeRate } = stored;
  const { lines, figures, parts } = await divideEstimate(tx, stored, { ask, deposits });
  refuseWithoutRoomForPlan(stored, { ask, taken: [...deposits.map(({ left }) => left), figures] });
  const taxRate = uniformRate(lines) ?? stored.taxRate;
  const values = {
    ...figures,
    currency,
    pricesIncludeTax,
    discounts: [],
    charges: [],
    taxRate,
    roundingIncrement,
  };
  // The number that is free now stays free.
  await lockBusiness(tx, businessId);
  const profile = await findProfile(tx, businessId);
  const issueDate = businessDay(now, profile);
  const year = issueDate.slice(0, 4);
  const invoiceNumber = await numberOfNew(INVOICE_NUMBERS, tx, businessId, now, year);
  const { customerId, deliveryAddress, buyerReference, estimateNumber } = stored;
  const invoiceId = await createInvoiceIn(
    tx,
    businessId,
    {
      customerId,
      currency,
      pricesIncludeTax,
      taxRate,
      invoiceNumber,
      status: 'draft',
      issueDate,
      dueDate: addDays(issueDate, profile?.invoiceDueDays ?? DEFAULT_DUE_DAYS),
      poNumber: null,
      terms: invoiceRemarks(stored, profile).terms,
      notes: profile?.invoiceNotes ?? null,
      deliveryAddress,
      buyerReference,
      lineItems: [],
    },
    now,
    {
      madeOf: { roundingIncrement, exchangeRate, computed: { lines, values } },
      deposit: {
        deposit: ask,
        parts,
        depositEstimate: { estimateId: id, estimateNumber, issueDate: stored.issueDate },
      },
    },
  );
  await updateEstimateRow(tx, businessId, id, { status: 'accepted', updatedAt: now });
  return { invoiceId, invoiceNumber };
}

/**
 * What a deposit asks for of each line of an estimate.
 * @throws AppError VALIDATION where it is more than other deposits leave
 */
async function divideEstimate(
  tx: Transaction,
  { businessId, id, estimateNumber }: StoredEstimate,
  { ask, deposits }: { ask: Deposit; deposits: readonly OpenDeposit[] },
) {
  const estimate = await readEstimate(tx, businessId, id);
  const taken = deposits.map(({ left }) => left);
  return divideDeposit({ ...estimate, invoiceNumber: estimateNumber }, taken, ask);
}

/** @throws AppError VALIDATION where what is left does not do for the installments of the final invoice */
function refuseWithoutRoomForPlan(
  { installments, currency, total }: StoredEstimate,
  { ask, taken }: { ask: Deposit; taken: readonly Pick<StoredEstimate, 'total'>[] },
): void {
  const decimals = currencyDecimals(currency);
  const left = taken.reduce(
    (rest, each) => rest - scaleDecimal(each.total, decimals),
    scaleDecimal(total, decimals),
  );
  const fault = findInstallmentsFault({
    installments: planAfterDeposits(installments),
    currency,
    total: writeDecimal(left, decimals),
    issueDate: null,
  });
  if (!fault) return;
  throw invalidField(
    ask.percent === null ? 'amount' : 'percent',
    `${fault.message}. Ask for less, or change the installments of the estimate first.`,
  );
}

/** @throws AppError VALIDATION where neither the call nor the estimate says how much */
function readAsk({ percent, amount }: DepositInvoiceInput, stored: StoredEstimate): Deposit {
  const asked = percent != null || amount != null ? { percent, amount } : stored.deposit;
  const fault = findDepositFault(asked ?? {});
  if (fault) throw invalidField(fault.path, fault.message);
  if (asked?.amount != null) {
    const checked = requireAmount(asked.amount, stored.currency, 'amount', 'Deposit amount');
    return { percent: null, amount: checked.amount };
  }
  return { percent: asked?.percent ?? null, amount: null };
}

const isSame = ({ deposit }: OpenDeposit, ask: Deposit): boolean =>
  Number(deposit.percent ?? -1) === Number(ask.percent ?? -1) &&
  Number(deposit.amount ?? -1) === Number(ask.amount ?? -1);

/**
 * @throws AppError CONFLICT while another deposit is a draft; VALIDATION before that where it would be
 *   more than the draft and others leave
 */
async function refuseBesideDraft(
  tx: Transaction,
  stored: StoredEstimate,
  {
    ask,
    deposits,
    draft: { invoiceId, invoiceNumber },
  }: { ask: Deposit; deposits: readonly OpenDeposit[]; draft: OpenDeposit },
): Promise<never> {
  await divideEstimate(tx, stored, { ask, deposits });
  const named = invoiceNumber ? `Deposit invoice ${invoiceNumber}` : 'A deposit invoice';
  throw new AppError(
    'CONFLICT',
    `${named} of this estimate is still a draft. Issue or delete it before you ask for another deposit.`,
    { invoiceId, invoiceNumber },
  );
}

/** What is asked for now, nothing would deduct from the invoice that the estimate became. */
async function refuseInvoiced(
  tx: Transaction,
  { businessId, invoiceId }: StoredEstimate,
): Promise<void> {
  if (invoiceId === null) return;
  const { invoiceNumber = '' } = (await lockInvoice(tx, businessId, invoiceId)) ?? {};
  throw new AppError(
    'CONFLICT',
    `This estimate became ${namedInvoice(invoiceNumber)}: nothing is left to ask for in advance.`,
    { invoiceId, invoiceNumber },
  );
}

/** @throws AppError CONFLICT once deposit invoices are shares of what an estimate says */
export async function refuseEditWithDeposits(
  tx: Transaction,
  { businessId, id }: StoredEstimate,
): Promise<void> {
  const deposits = await findDepositsOfEstimate(tx, businessId, id);
  const live = deposits.find(({ isCredited }) => !isCredited);
  if (!live) return;
  const { invoiceId, invoiceNumber } = live;
  const named = invoiceNumber ? `Deposit invoice ${invoiceNumber}` : 'A deposit invoice';
  throw new AppError(
    'CONFLICT',
    `${named} was created from this estimate, so the estimate cannot change. Delete or credit the invoice first.`,
    { invoiceId, invoiceNumber },
  );
}
