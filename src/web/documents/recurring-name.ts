import type { Recurring } from '../../shared/recurring/recurring.contract.ts';

/** What its owner calls it; one without a name goes by its customer's. */
export const nameRecurring = ({ name, customer }: Pick<Recurring, 'name' | 'customer'>): string =>
  name ?? (customer.company || customer.name);

export const recurringPath = ({ id }: Pick<Recurring, 'id'>): string => `/recurring/${id}`;
