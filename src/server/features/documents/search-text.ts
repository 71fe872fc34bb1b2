import { fold } from '../../../shared/search/fold.ts';

/** What a search for documents looks through: the number, and the customer's name and company. */
export function searchText(documentNumber: string, customerPart: string): string {
  return `${fold(documentNumber)}\n${customerPart}`;
}
