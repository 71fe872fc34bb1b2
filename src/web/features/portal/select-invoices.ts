/** Which open invoices can be paid together, and why others cannot. */
import { MOST_PAID_AT_ONCE } from '../../../shared/customer-portal/portal-rules.ts';
import type { PortalInvoice } from '../../../shared/customer-portal/portal.contract.ts';

/** Why an invoice cannot be paid now, whatever is selected; undefined where it can. */
export function findObstacle({ isBeingConfirmed, obstacle }: PortalInvoice): string | undefined {
  if (isBeingConfirmed) return 'Being confirmed: there is no need to pay again';
  return obstacle ?? undefined;
}

interface Selection {
  /** Of what is selected; undefined where nothing is. */
  currency: string | undefined;
  isFull: boolean;
}

/** Why an invoice cannot be paid together with those that are selected; undefined where it can. */
export function findObstacleBeside(
  invoice: PortalInvoice,
  { currency, isFull }: Selection,
): string | undefined {
  const obstacle = findObstacle(invoice);
  if (obstacle !== undefined) return obstacle;
  if (currency !== undefined && invoice.currency !== currency) {
    return `In ${invoice.currency}: to be paid apart from ${currency}`;
  }
  return isFull ? `At most ${MOST_PAID_AT_ONCE} can be paid at once` : undefined;
}

export interface Together {
  currency: string;
  /** The first that can be paid at once, in the order of the list. */
  ids: number[];
  /** There are more of them than can be paid at once. */
  isCut: boolean;
}

/**
 * What of a list is to be paid and can be paid together, by currency; what is alone in its own is not named, nor
 * what is taken from a saved card anyway.
 */
export function listTogether(invoices: readonly PortalInvoice[]): Together[] {
  const payable = invoices.filter(
    (invoice) =>
      findObstacle(invoice) === undefined &&
      (invoice.charge === null || invoice.declinedCard !== null),
  );
  return [...new Set(payable.map(({ currency }) => currency))].flatMap((currency) => {
    const ids = payable.filter((one) => one.currency === currency).map(({ id }) => id);
    if (ids.length < 2) return [];
    const isCut = ids.length > MOST_PAID_AT_ONCE;
    return [{ currency, ids: ids.slice(0, MOST_PAID_AT_ONCE), isCut }];
  });
}
