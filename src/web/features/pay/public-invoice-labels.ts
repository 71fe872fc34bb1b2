/** The words that the customer's page makes of an invoice and its business. */

import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { addressLines } from '../../../shared/documents/postal-address.ts';
import type { PublicBusiness } from '../../../shared/documents/public-document.contract.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  formatMoney,
  isPositive,
  money,
  subtractMoney,
  sumMoneyIn,
} from '../../../shared/money/money.ts';

type PublicFields = PublicInvoice['invoice'];

/** Name, street and place of the sender, a line each; what is missing leaves no gap. */
export function senderLines(business: PublicBusiness): string[] {
  const person = business.contactName === business.businessName ? '' : business.contactName?.trim();
  return [...(person ? [person] : []), ...addressLines(business, true)];
}

/**
 * When the money is expected, and how long ago that was.
 * @param part what of it is due then, where that is less than all
 */
export function formatPublicDueDate(
  invoice: PublicFields,
  part?: Money,
): { due: string; ago?: string } {
  if (invoice.standing === 'nothing_due') return { due: 'Nothing is due.' };
  const date = formatDate(invoice.nextDueDate);
  const days = invoice.daysUntilDue;
  const [due, was] = part
    ? [`${formatMoney(part)} due`, `${formatMoney(part)} was due`]
    : ['Due', 'Was due'];
  if (days === 0) return { due: `${due} today, ${date}` };
  if (days > 0) return { due: `${due} ${date}` };
  return { due: `${was} ${date}`, ago: days === -1 ? '1 day ago' : `${-days} days ago` };
}

/** The amount that the page speaks of: what is still to be paid, or what was and stayed so. */
export function amountAsked(invoice: PublicFields): Money {
  const { status, currency, total, amountDue, adjusted, credited, writtenOff } = invoice;
  if (status !== 'paid') return money(amountDue, currency);
  const gone = sumMoneyIn(
    currency,
    [adjusted, credited, writtenOff].map((amount) => money(amount ?? '0', currency)),
  );
  return subtractMoney(money(total, currency), gone);
}

/** What its owner has given up of it; undefined for nothing. */
export function amountWrittenOff({ currency, writtenOff }: PublicFields): Money | undefined {
  return writtenOff === null ? undefined : money(writtenOff, currency);
}

/** What has come already, where only a part has; undefined where nothing or all did. */
export function amountReceived(invoice: PublicFields): Money | undefined {
  const { status, currency, total, amountDue, adjusted, credited, writtenOff } = invoice;
  if (status === 'paid') return undefined;
  const lowered = sumMoneyIn(
    currency,
    [adjusted, credited, writtenOff].map((amount) => money(amount ?? '0', currency)),
  );
  const asked = subtractMoney(money(total, currency), lowered);
  const received = subtractMoney(asked, money(amountDue, currency));
  return isPositive(received) ? received : undefined;
}
