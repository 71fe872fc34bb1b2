/** Fields that only some documents have: there once they are used, or asked for. */
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import type { DocumentDraft } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';

export const EXTRAS = [
  { name: 'deposit', add: 'Ask for a deposit' },
  { name: 'onAcceptance', add: 'Choose what acceptance does' },
  { name: 'currency', add: 'Change currency' },
  { name: 'supplyDate', add: 'Add date of supply' },
  { name: 'servicePeriod', add: 'Add service period' },
  { name: 'deliveryAddress', add: 'Add delivery address' },
  { name: 'buyerReference', add: 'Add buyer reference' },
  { name: 'exchangeRate', add: undefined },
] as const;
export type ExtraName = (typeof EXTRAS)[number]['name'];

/** What of them a draft uses. A document in another currency than the business's needs its rate. */
export function usedExtras(draft: DocumentDraft, businessCurrency: string): ExtraName[] {
  const isForeign = draft.currency !== businessCurrency;
  const uses: Record<ExtraName, boolean> = {
    deposit: draft.deposit !== '',
    onAcceptance: draft.onAcceptance !== '',
    currency: isForeign,
    exchangeRate: isForeign,
    supplyDate: draft.supplyDate !== '',
    servicePeriod: draft.periodFrom !== '' || draft.periodTo !== '',
    deliveryAddress: draft.deliveryAddress !== '',
    buyerReference: draft.buyerReference !== '',
  };
  return EXTRAS.map(({ name }) => name).filter((name) => uses[name]);
}

/**
 * Only an estimate asks for a deposit, and is accepted. A day of supply and a service period are of
 * one invoice, and of none that is made again and again.
 */
export const hasExtra = (
  { name: kind, recurring }: Pick<DocumentKind, 'name' | 'recurring'>,
  name: ExtraName,
): boolean =>
  name === 'deposit' || name === 'onAcceptance'
    ? kind === 'estimate'
    : !recurring || (name !== 'supplyDate' && name !== 'servicePeriod');

/** Only an estimate's customer chooses anything; the rest of what `hasExtra` says holds for lines, too. */
export const hasColumn = (
  { name: kind, recurring }: Pick<DocumentKind, 'name' | 'recurring'>,
  column: EditorColumn,
): boolean =>
  column === 'choice' ? kind === 'estimate' : !recurring || column !== 'servicePeriod';
