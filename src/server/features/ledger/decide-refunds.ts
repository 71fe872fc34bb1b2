import type { RefundEffect, RefundMoment } from '../../../shared/payments/refund-effect.ts';
import { decideRefund } from '../../../shared/payments/refund-effect.ts';

/** A refund of a payment that was made for an invoice, in the invoice's currency (minor units). */
export interface DecidableRefund {
  id: number;
  paymentId: number;
  /** What of it was carried out. */
  units: bigint;
  /** When it happened, and when it became known. */
  at: Date;
  knownAt: Date;
  decidedBy: 'rule' | 'owner' | 'update';
  /** What its owner said. */
  stillOwed: boolean;
  /** What an earlier release took off the invoice for it ('update'). */
  adjusted: bigint;
}

/** Something else that changed what was due on the invoice, by an amount above or below zero. */
export interface DueEvent {
  /**
   * 'asked': its total; 'received': a payment made for it; 'settled': credit, part of another payment;
   * 'written_off': what its owner gave up, or took back of that.
   */
  kind: 'asked' | 'received' | 'settled' | 'written_off';
  /** The payment that was received. */
  paymentId: number | null;
  units: bigint;
  at: Date;
  knownAt: Date;
}

export type RefundDecision = Pick<RefundEffect, 'stillOwed' | 'adjusted'>;

/**
 * Whether what was given back of an invoice's payments is still owed. That follows from what was so when
 * each refund happened: on an invoice on which nothing was due, the amount is not owed any more, and the
 * invoice's total is lowered by what the refund took from it. It is owed where something was due, and
 * where the refund left nothing of its payment. Its owner may say otherwise.
 *
 * The order of the moments decides, never the order in which they became known: so the same things end
 * the same, and what is known later of an earlier moment changes the decisions that come after it.
 * @param events in any order; those of one instant come before its refunds
 * @returns a decision for each refund; what they leave of the total that nobody owes; and what is written
 *   off after all that, since money and credit take its place when they come
 */
export function decideRefunds(
  refunds: readonly DecidableRefund[],
  events: readonly DueEvent[],
): { decisions: Map<DecidableRefund, RefundDecision>; adjusted: bigint; writtenOff: bigint } {
  const sums = { asked: 0n, received: 0n, settled: 0n, written_off: 0n };
  const leftOpen = () => sums.asked - sums.received - sums.settled;
  const kept = new Map<number | null, bigint>();
  const decisions = new Map<DecidableRefund, RefundDecision>();
  let adjusted = 0n;
  for (const one of [...events, ...refunds].sort(byTime)) {
    const left = kept.get(one.paymentId) ?? 0n;
    if ('kind' in one) {
      sums[one.kind] += one.units;
      kept.set(one.paymentId, left + one.units);
      sums.written_off = least(atLeastNone(sums.written_off), atLeastNone(leftOpen()));
      continue;
    }
    const open = leftOpen();
    const stands = atLeastNone(open) - sums.written_off;
    // What money or credit has taken the place of is no adjustment any more.
    adjusted = least(adjusted, stands);
    const decision = decide(one, {
      due: stands - adjusted,
      overpaid: atLeastNone(-open),
      left,
      units: one.units,
    });
    sums.received -= one.units;
    kept.set(one.paymentId, left - one.units);
    decisions.set(one, decision);
    adjusted += decision.adjusted;
  }
  return { decisions, adjusted, writtenOff: sums.written_off };
}

function decide(one: DecidableRefund, moment: RefundMoment): RefundDecision {
  const { decidedBy, stillOwed, units } = one;
  if (decidedBy === 'update') return { stillOwed, adjusted: least(one.adjusted, units) };
  const effect = decideRefund(moment, decidedBy === 'owner' ? stillOwed : undefined);
  return { stillOwed: effect.stillOwed, adjusted: effect.adjusted };
}

type Happening = DecidableRefund | DueEvent;

const byTime = (one: Happening, other: Happening): number =>
  one.at.getTime() - other.at.getTime() ||
  one.knownAt.getTime() - other.knownAt.getTime() ||
  Number('id' in one) - Number('id' in other) ||
  ('id' in one && 'id' in other ? one.id - other.id : 0);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastNone = (units: bigint): bigint => (units > 0n ? units : 0n);
