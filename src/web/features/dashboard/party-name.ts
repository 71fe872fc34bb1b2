import { partyNames } from '../../documents/party-names.ts';

/** Who a document is for, in a word: the company, or the person. */
export function partyName(of: { customerName: string; customerCompany: string | null }): string {
  return partyNames({ name: of.customerName, company: of.customerCompany }).main;
}
