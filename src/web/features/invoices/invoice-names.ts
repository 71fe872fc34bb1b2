import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';

type Party = Pick<Invoice['customer'], 'name' | 'company'>;

/** Who an invoice is for: the company, with the person beside it, or the person alone. */
export function partyNames({ name, company }: Party): { main: string; beside: string | undefined } {
  return company && company !== name
    ? { main: company, beside: name }
    : { main: name, beside: undefined };
}

/** Why a draft has no payment link. */
export const DRAFT_HAS_NO_LINK = 'A draft cannot be paid. Mark it as sent first.';
