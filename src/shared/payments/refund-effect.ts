/** What is so of an invoice at the moment of a refund of a payment that was made for it (minor units). */
export interface RefundMoment {
  /** What is due, and what came for it beyond what it asks for. */
  due: bigint;
  overpaid: bigint;
  /** What is left of the payment before anything of the refund goes. */
  left: bigint;
  /** What goes back. */
  units: bigint;
}

export interface RefundEffect {
  /** Whether the customer owes it still. */
  stillOwed: boolean;
  /** What it takes from the invoice: what came too much goes first. */
  taken: bigint;
  /** What of the invoice's total is not owed any more by it. */
  adjusted: bigint;
}

/**
 * Whether what is given back is still owed, and what that does to its invoice. It is owed where something
 * was due, and where nothing is left of its payment; otherwise it lowers what the invoice asks for. The
 * one place of this rule: for the ledger, and for the dialog that says it beforehand.
 * @param said by the owner, who may say either
 */
export function decideRefund(
  { due, overpaid, left, units }: RefundMoment,
  said?: boolean,
): RefundEffect {
  const stillOwed = said ?? (due > 0n || left <= units);
  const taken = units > overpaid ? units - overpaid : 0n;
  return { stillOwed, taken, adjusted: stillOwed ? 0n : taken };
}
