/** Which invoice a person means: by its ID, its address, or its number. */

const ID = /^[1-9]\d{0,14}$/;
const PUBLIC_ID = /^[0-9a-f]{32}$/;
const ADDRESS = /\/(?:invoices|pay-invoice)\/([0-9a-f]{32}|[1-9]\d{0,14})(?:[/?#].*)?$/;

/** The ID in what was typed or pasted; undefined for what can only be an invoice's number. */
export function idIn(text: string): string | undefined {
  const typed = text.trim();
  if (ID.test(typed) || PUBLIC_ID.test(typed)) return typed;
  return ADDRESS.exec(typed)?.[1];
}

export interface Named {
  id: number;
  invoiceNumber: string;
}

/** The one among these that has exactly this number, however it is written. */
export function findByNumber(invoices: readonly Named[], text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  const found = invoices.find(({ invoiceNumber }) => invoiceNumber.toLowerCase() === wanted);
  return found && String(found.id);
}
