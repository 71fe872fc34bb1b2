import fc from 'fast-check';
import type { Database } from '../../src/server/db/database.ts';
import { applyCreditNote } from '../../src/server/features/credit-notes/apply-credit-note.ts';
import { issueCreditNote } from '../../src/server/features/credit-notes/issue-credit-note.ts';
import { readCreditNote } from '../../src/server/features/credit-notes/read-credit-notes.ts';
import {
  refundCreditNote,
  undoCreditRefund,
} from '../../src/server/features/credit-notes/refund-credit-note.ts';
import { createCreditNote } from '../../src/server/features/credit-notes/save-credit-note.ts';
import { readInvoice } from '../../src/server/features/invoices/read-invoices.ts';
import {
  creditNoteInput,
  refundCreditInput,
} from '../../src/shared/credit-notes/credit-note.contract.ts';
import type { Money } from '../../src/shared/money/money.ts';
import { fromMinorUnits, isPositive, minorUnits, money } from '../../src/shared/money/money.ts';

/** What an owner does with credit notes, as a part of a random history. */

const which = fc.nat(1_000);
const share = fc.constantFrom(30, 100);

export const creditSteps = [
  {
    arbitrary: fc.record({
      do: fc.constant('credit'),
      which,
      day: fc.integer({ min: -5, max: 2 }),
      /** Of what is left of the invoice, in per cent; 0 for all lines. */
      share: fc.constantFrom(0, 20, 50, 100),
      asDraft: fc.boolean(),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('free credit'),
      which,
      day: fc.integer({ min: -5, max: 2 }),
      price: fc.integer({ min: 1, max: 500_000 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('apply credit'),
      which,
      over: fc.array(fc.record({ which, share: fc.constantFrom(0, 30, 100) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constant('pay credit back'), which, share }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('undo credit refund'), which }), weight: 2 },
] as const;

interface Surroundings {
  db: Database;
  services: Parameters<typeof createCreditNote>[0];
  owner: string;
  now: () => Date;
  invoices: number[];
  customers: number[];
  dateAt: (days: number) => string;
  currency: (n: number) => string;
}

const partOf = (amount: Money, percent: number) =>
  fromMinorUnits((minorUnits(amount) * BigInt(percent)) / 100n, amount.currency);
const pick = (list: number[], n: number) => list[n % Math.max(1, list.length)] ?? 0;

export function creditRuns(world: Surroundings) {
  const { db, services, owner, invoices, customers, dateAt } = world;
  const notes: number[] = [];
  const read = (n: number) => readCreditNote(db.orm, owner, pick(notes, n));
  const make = async (values: object) => {
    const input = creditNoteInput.parse({ creditNoteNumber: `C-${notes.length}`, ...values });
    const { id } = await createCreditNote(services, owner, input);
    notes.push(id);
    return id;
  };
  return {
    async credit(one: { which: number; day: number; share: number; asDraft: boolean }) {
      const id = pick(invoices, one.which);
      const { total, currency } = await readInvoice(db.orm, owner, id, world.now());
      const { amount } = partOf(money(total, currency), one.share);
      const values = {
        correctsInvoiceId: id,
        issueDate: dateAt(one.day),
        status: one.asDraft ? 'draft' : 'issued',
        ...(one.share === 0 ? {} : { credit: { amount } }),
      };
      const made = await make(values);
      if (one.asDraft && one.which % 2 === 0) await issueCreditNote(services, owner, made);
    },
    'free credit': (one: { which: number; day: number; price: number }) =>
      make({
        customerId: pick(customers, one.which),
        currency: world.currency(one.which),
        issueDate: dateAt(one.day),
        status: one.which % 9 === 0 ? 'draft' : 'issued',
        lineItems: [
          {
            description: 'Returned',
            quantity: '1',
            unitPrice: fromMinorUnits(BigInt(one.price), world.currency(one.which)).amount,
          },
        ],
      }),
    async 'apply credit'(one: { which: number; over: { which: number; share: number }[] }) {
      const note = await read(one.which);
      const left = money(note.unappliedAmount, note.currency);
      const shares = new Map(one.over.map((each) => [pick(invoices, each.which), each.share]));
      const parts: { invoiceId: number; amount: string }[] = [];
      for (const [invoiceId, percent] of shares) {
        const { amountDue, currency } = await readInvoice(db.orm, owner, invoiceId, world.now());
        if (currency !== note.currency) continue;
        const due = partOf(money(amountDue, currency), percent);
        const part = minorUnits(due) < minorUnits(left) ? due : left;
        if (percent === 0 || isPositive(part)) parts.push({ invoiceId, amount: part.amount });
      }
      await applyCreditNote(services, owner, { id: note.id, allocations: parts });
    },
    async 'pay credit back'(one: { which: number; share: number }) {
      const { id, unappliedAmount, currency } = await read(one.which);
      const { amount } = partOf(money(unappliedAmount, currency), one.share);
      await refundCreditNote(services, owner, refundCreditInput.parse({ id, amount }));
    },
    async 'undo credit refund'(one: { which: number }) {
      const { id, refunds } = await read(one.which);
      const refundId = refunds[one.which % Math.max(1, refunds.length)]?.id ?? 0;
      await undoCreditRefund(services, owner, { id, refundId });
    },
  };
}
