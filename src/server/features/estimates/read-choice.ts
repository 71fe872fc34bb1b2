import type { WantedLine } from '../../../shared/documents/line-choice.ts';
import { chooseLines, describeChoice } from '../../../shared/documents/line-choice.ts';
import type { EstimateLine } from '../../../shared/documents/line-content.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { readLineItems } from '../documents/index.ts';
import type { StoredEstimate } from './estimate.store.ts';

interface Choice {
  lines: EstimateLine[];
  /** Where each of the lines stands in the estimate, from 0. */
  places: number[];
  /** In words. */
  changes: string[];
}

/**
 * The lines of a locked estimate as its customer wants them.
 * @returns undefined where nothing is taken otherwise than it is offered
 * @throws AppError VALIDATION for what is not offered, named by its place in `choice`
 */
export async function readChoice(
  tx: Transaction,
  { businessId, id }: StoredEstimate,
  choice: readonly WantedLine[],
): Promise<Choice | undefined> {
  if (choice.length === 0) return undefined;
  const offered = await readLineItems(tx, { of: 'estimate', businessId, id });
  const chosen = chooseLines(offered, choice);
  if (chosen.fault) throw invalidField(chosen.fault.path, chosen.fault.message);
  const changes = describeChoice(offered, choice);
  return changes.length > 0 ? { ...chosen, changes } : undefined;
}

/**
 * Runs what writes or plans a choice. What else the estimate says may not go with it, such as a deposit
 * of a fixed amount: its customer cannot change that, and is told whom to ask.
 * @throws AppError VALIDATION naming `choice` in place of such a field
 */
export async function withChoice<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isOfEstimate = error instanceof AppError && error.code === 'VALIDATION';
    if (!isOfEstimate) throw error;
    throw invalidField(
      'choice',
      'This choice does not go with the deposit, discounts or installments of the estimate. Choose otherwise, or ask the business.',
    );
  }
}
