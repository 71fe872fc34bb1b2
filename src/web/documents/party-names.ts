interface Party {
  name: string;
  company: string | null;
}

/** Who a document is for: the company, with the person beside it, or the person alone. */
export function partyNames({ name, company }: Party): { main: string; beside: string | undefined } {
  return company && company !== name
    ? { main: company, beside: name }
    : { main: name, beside: undefined };
}

/** Who a row of a list is about, in a word: the company, or the person. */
export function partyName(of: { customerName: string; customerCompany: string | null }): string {
  return partyNames({ name: of.customerName, company: of.customerCompany }).main;
}
