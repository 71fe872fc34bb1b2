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
