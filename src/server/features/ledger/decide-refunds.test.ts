import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecidableRefund, DueEvent } from './decide-refunds.ts';
import { decideRefunds } from './decide-refunds.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const event = (kind: DueEvent['kind'], at: number, units: number, of = 0): DueEvent => ({
  kind,
  paymentId: kind === 'received' ? of : null,
  units: BigInt(units),
  at: day(at),
  knownAt: day(at),
});
const asked = (units: number) => event('asked', 0, units);
const paid = (at: number, units: number, of = 0) => event('received', at, units, of);
const refund = (
  at: number,
  units: number,
  said: Partial<DecidableRefund> = {},
): DecidableRefund => ({
  id: at,
  paymentId: 0,
  units: BigInt(units),
  at: day(at),
  knownAt: day(at),
  decidedBy: 'rule',
  stillOwed: false,
  adjusted: 0n,
  ...said,
});

/** What is due in the end, with whether each refund is still owed. */
function end(refunds: DecidableRefund[], events: DueEvent[]) {
  const { decisions, adjusted } = decideRefunds(refunds, events);
  const sum = (kinds: DueEvent['kind'][]) =>
    events.filter(({ kind }) => kinds.includes(kind)).reduce((all, { units }) => all + units, 0n);
  const back = refunds.reduce((all, { units }) => all + units, 0n);
  const left = sum(['asked']) - sum(['received', 'settled']) + back;
  const open = left > 0n ? left : 0n;
  return {
    due: Number(open - (adjusted < open ? adjusted : open)),
    owed: refunds.map((one) => decisions.get(one)?.stillOwed),
  };
}

describe('what is given back', () => {
  it.each([
    ['of a part payment is owed, whatever is paid after it', [paid(1, 50), paid(3, 50, 9)], 20],
    ['and so by a payment of more', [paid(1, 50), paid(3, 60, 9)], 10],
    ['also where credit or a write-off follows', [paid(1, 50), event('settled', 3, 50)], 20],
  ])('%s', (_name, events, due) => {
    expect(end([refund(2, 20)], [asked(100), ...events])).toEqual({ due, owed: [true] });
  });

  it.each([
    ['of an invoice that is paid is not owed', [paid(1, 100)]],
    ['nor where two payments made it paid', [paid(1, 50), paid(1, 50, 9)]],
    ['nor where credit did', [paid(1, 50), event('settled', 1, 50)]],
  ])('%s', (_name, events) => {
    expect(end([refund(2, 20)], [asked(100), ...events])).toEqual({ due: 0, owed: [false] });
  });

  it('opens its own amount where nothing is left of its payment; earlier adjustments stay', () => {
    const all = [asked(100), paid(1, 100)];
    expect(end([refund(2, 100)], all)).toEqual({ due: 100, owed: [true] });
    expect(end([refund(2, 60), refund(3, 40)], all)).toEqual({ due: 40, owed: [false, true] });
    const halves = [asked(100), paid(1, 50), paid(1, 50, 9)];
    expect(end([refund(2, 50)], halves)).toEqual({ due: 50, owed: [true] });
  });

  it('is taken from what came too much first', () => {
    const twice = [asked(100), paid(1, 100), paid(1, 100, 9)];
    expect(end([refund(2, 90)], twice)).toEqual({ due: 0, owed: [false] });
    // It lowered nothing, so it takes nothing off what later refunds open.
    const both = [refund(2, 90), refund(3, 100, { paymentId: 9 })];
    expect(end(both, twice)).toEqual({ due: 90, owed: [false, true] });
    expect(end([refund(2, 100)], twice)).toEqual({ due: 0, owed: [true] });
  });

  it('follows its owner, who may say either', () => {
    const owner = (stillOwed: boolean) => ({ decidedBy: 'owner' as const, stillOwed });
    const whole = [asked(100), paid(1, 100)];
    expect(end([refund(2, 20, owner(true))], whole)).toEqual({ due: 20, owed: [true] });
    const part = [asked(100), paid(1, 50)];
    expect(end([refund(2, 20, owner(false))], part)).toEqual({ due: 50, owed: [false] });
    // What was not owed gives way to credit, and forgives nothing after that.
    const credited = [...whole, event('settled', 3, 20)];
    const both = [refund(2, 20), refund(4, 20, owner(true))];
    expect(end(both, credited)).toEqual({ due: 20, owed: [false, true] });
  });

  it('keeps what an earlier release took off', () => {
    const kept = (adjusted: bigint) => ({ decidedBy: 'update' as const, adjusted });
    const forgiven = [asked(100), paid(1, 50), paid(3, 50)];
    expect(end([refund(2, 20, kept(20n))], forgiven).due).toBe(0);
    // Of one that failed since, nothing stays.
    expect(end([refund(2, 0, kept(20n))], forgiven).due).toBe(0);
    expect(end([refund(2, 0, kept(20n))], [asked(100), paid(1, 50)]).due).toBe(50);
  });

  it('is decided by when it happened, not by when it became known', () => {
    const late = (one: DueEvent) => ({ ...one, knownAt: day(9) });
    const events = [asked(100), paid(3, 50), late(paid(1, 50, 9))];
    expect(end([refund(2, 20)], events)).toEqual({ due: 20, owed: [true] });
    expect(end([refund(2, 20)], [asked(100), late(paid(1, 100))]).owed).toEqual([false]);
  });

  it('finds written off what neither money nor credit took the place of, whenever that is heard', () => {
    const off = event('written_off', 2, 2);
    const later = (one: DueEvent) => ({ ...one, knownAt: day(9) });
    const card = paid(1, 50);
    for (const first of [card, later(card)]) {
      const told = decideRefunds([refund(4, 5)], [asked(107), first, off, paid(3, 57, 9)]);
      expect([told.adjusted, told.writtenOff]).toEqual([5n, 0n]);
      const part = decideRefunds([refund(4, 5)], [asked(107), first, off, paid(3, 55, 9)]);
      expect([part.adjusted, part.writtenOff]).toEqual([5n, 2n]);
    }
    const undone = event('written_off', 3, -2);
    const open = decideRefunds([refund(4, 5)], [asked(107), paid(1, 105), off, undone]);
    expect([open.adjusted, open.writtenOff]).toEqual([0n, 0n]);
  });

  it('comes after what happened in the same instant, unless that became known after it', () => {
    const at = [asked(100), paid(1, 50)];
    expect(end([refund(2, 20)], [...at, paid(2, 50, 9)]).owed).toEqual([false]);
    expect(end([refund(2, 20)], [...at, { ...paid(2, 50, 9), knownAt: day(3) }]).owed).toEqual([
      true,
    ]);
  });
});

/** Steps in the order in which they happen; amounts of any size. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('received', 'received', 'settled', 'asked', 'refund', 'refund', 'refund'),
    units: fc.integer({ min: 1, max: 120 }),
    owner: fc.constantFrom('rule', 'rule', 'rule', true, false),
  }),
  { maxLength: 9 },
);

it('lowers what is due at no moment by more than happens then, in whatever order it is told', () => {
  fc.assert(
    fc.property(
      steps,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (all, chance) => {
        const events: DueEvent[] = [asked(100)];
        const refunds: DecidableRefund[] = [];
        let before = 100;
        const kept = new Map<number, number>();
        for (const [index, { what, units, owner }] of all.entries()) {
          let most = units;
          if (what === 'refund') {
            const [[paymentId, left] = [0, 0]] = [...kept].filter(([, one]) => one > 0).slice(-1);
            if (left === 0) continue;
            const back = Math.min(units, left);
            kept.set(paymentId, left - back);
            const said =
              owner === 'rule' ? {} : { decidedBy: 'owner' as const, stillOwed: owner === true };
            refunds.push(refund(index + 1, back, { paymentId, ...said }));
            // Forgiven it may be, but a refund lowers nothing.
            most = 0;
          } else {
            if (what === 'received') kept.set(index, units);
            if (what === 'asked') most = 0;
            events.push(event(what, index + 1, units, index));
          }
          const { due } = end(refunds, events);
          expect(due).toBeGreaterThanOrEqual(0);
          expect(before - due).toBeLessThanOrEqual(most);
          before = due;
        }
        const shuffled = <One>(list: One[]) =>
          list
            .map((one) => ({ one, at: chance.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const told = decideRefunds(shuffled(refunds), shuffled(events));
        expect(told.adjusted).toBe(decideRefunds(refunds, events).adjusted);
      },
    ),
    { numRuns: 400 },
  );
});
