import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import { findTaxFault } from '../../../shared/taxes/check-taxes.ts';
import type { TaxRate, TaxRateInput } from '../../../shared/taxes/tax-rate.contract.ts';
import { taxRateInput, taxRateSchema } from '../../../shared/taxes/tax-rate.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { editedFields, requireVersion } from '../../platform/records/change-record.ts';
import { presentRecord } from '../../platform/records/record-store.ts';
import { lockBusiness } from '../businesses/index.ts';
import type { TaxRateRow } from './tax-rate.store.ts';
import { insertTaxRate, listTaxRates, lockTaxRate, updateTaxRateRow } from './tax-rate.store.ts';

type TaxServices = Pick<Services, 'db' | 'clock'>;

/** Nobody charges more; whoever needs others archives what is used no more. */
const MAX_RATES = 200;

export function presentTaxRate(row: TaxRateRow): TaxRate {
  const archivedAt = row.archivedAt?.toISOString() ?? null;
  return presentRecord(taxRateSchema, { ...row, archivedAt });
}

/** @throws AppError VALIDATION (a category that the rate does not fit), CONFLICT (too many) */
export function createTaxRate(
  { db }: TaxServices,
  businessId: string,
  input: TaxRateInput,
  key?: string,
): Promise<TaxRate> {
  return runIdempotently(db, { businessId, key, call: 'taxRates.create', input }, async (tx) => {
    checkRate(input);
    // Many at once would all find room for one more.
    await lockBusiness(tx, businessId);
    if ((await listTaxRates(tx, businessId)).length >= MAX_RATES) {
      throw new AppError('CONFLICT', `A business has at most ${MAX_RATES} tax rates`);
    }
    return presentTaxRate(await insertTaxRate(tx, { businessId, ...input }));
  });
}

/**
 * Documents that carry the rate keep it as it was.
 * @throws AppError NOT_FOUND, STALE with the `current` rate, VALIDATION
 */
export function updateTaxRate(
  { db, clock }: TaxServices,
  businessId: string,
  input: Partial<TaxRateInput> & { id: number; version?: number | undefined },
): Promise<TaxRate> {
  return withTransaction(db, async (tx) => {
    const stored = await requireRate(tx, businessId, input.id);
    await requireVersion('Tax rate', stored, input.version, async () => presentTaxRate(stored));
    const next = editedFields(taxRateInput, stored, input);
    checkRate(next);
    const updatedAt = clock.now();
    return presentTaxRate(
      await updateTaxRateRow(tx, businessId, stored.id, { ...next, updatedAt }),
    );
  });
}

export const archiveTaxRate = (services: TaxServices, businessId: string, id: number) =>
  setArchived(services, businessId, id, true);

export const restoreTaxRate = (services: TaxServices, businessId: string, id: number) =>
  setArchived(services, businessId, id, false);

/** Done already, it is answered as it is. @throws AppError NOT_FOUND */
function setArchived(
  { db, clock }: TaxServices,
  businessId: string,
  id: number,
  isArchived: boolean,
): Promise<TaxRate> {
  return withTransaction(db, async (tx) => {
    const stored = await requireRate(tx, businessId, id);
    if ((stored.archivedAt !== null) === isArchived) return presentTaxRate(stored);
    const now = clock.now();
    const values = { archivedAt: isArchived ? now : null, updatedAt: now };
    return presentTaxRate(await updateTaxRateRow(tx, businessId, id, values));
  });
}

async function requireRate(tx: Transaction, businessId: string, id: number): Promise<TaxRateRow> {
  const stored = await lockTaxRate(tx, businessId, id);
  if (!stored) throw notFound('Tax rate');
  return stored;
}

function checkRate({
  name,
  rate,
  category = null,
  compound = false,
  exemptionReason,
}: TaxRateInput) {
  const tax = { name, rate, category, compound };
  const fault = findTaxFault({ ...tax, exemptionReason: exemptionReason ?? null });
  if (!fault) return;
  const lacksReason = !findTaxFault({ ...tax, exemptionReason: 'given' });
  throw invalidField(lacksReason ? 'exemptionReason' : 'rate', fault);
}
