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
import {
  findInvoiceDetail,
  readInvoice,
} from '../../src/server/features/invoices/read-invoices.ts';
import {
  creditNoteInput,
  refundCreditInput,
} from '../../src/shared/credit-notes/credit-note.contract.ts';
import type { Money } from '../../src/shared/money/money.ts';
import {
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  subtractMoney,
} from '../../src/shared/money/money.ts';

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
    weight: 8,
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

const takePart = (amount: Money, percent: number) =>
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
  /** A credit note of which something is left, or was applied, and the invoices that it could settle. */
  const findApplicable = async (n: number) => {
    for (const [index] of notes.entries()) {
      const note = await read(n + index);
      if (note.status === 'draft' || note.correctsInvoiceId !== null) continue;
      const settles: number[] = [];
      for (const id of invoices) {
        const invoice = await findInvoiceDetail(db.orm, owner, id, world.now());
        const isTheirs =
          invoice?.customerId === note.customerId && invoice.currency === note.currency;
        const isApplied = note.allocations.some(({ invoiceId }) => invoiceId === id);
        const isOpen = invoice?.status === 'sent' || invoice?.status === 'overdue';
        if (isTheirs && (isOpen || isApplied)) settles.push(id);
      }
      if (settles.length > 0) return { note, settles };
    }
    return undefined;
  };
  return {
    async credit(one: { which: number; day: number; share: number; asDraft: boolean }) {
      const id = pick(invoices, one.which);
      const { total, currency } = await readInvoice(db.orm, owner, id, world.now());
      const part = takePart(money(total, currency), one.share);
      const values = {
        correctsInvoiceId: id,
        issueDate: dateAt(one.day),
        status: one.asDraft ? 'draft' : 'issued',
        ...(isPositive(part) ? { credit: { amount: part.amount } } : {}),
      };
      const made = await make(values);
      if (one.asDraft && one.which % 2 === 0) await issueCreditNote(services, owner, made);
    },
    async 'free credit'(one: { which: number; day: number; price: number }) {
      // Mostly of a customer who owes something in that currency.
      const invoice =
        one.which % 4 === 0
          ? undefined
          : await findInvoiceDetail(db.orm, owner, pick(invoices, one.which), world.now());
      const currency = invoice?.currency ?? world.currency(one.which);
      await make({
        customerId: invoice?.customerId ?? pick(customers, one.which),
        currency,
        issueDate: dateAt(one.day),
        status: one.which % 9 === 0 ? 'draft' : 'issued',
        lineItems: [
          {
            description: 'Returned',
            quantity: '1',
            unitPrice: fromMinorUnits(BigInt(one.price), currency).amount,
          },
        ],
      });
    },
    async 'apply credit'(one: { which: number; over: { which: number; share: number }[] }) {
      const isAny = one.which % 7 === 0;
      const found = isAny ? undefined : await findApplicable(one.which);
      const note = found?.note ?? (await read(one.which));
      const list = found?.settles ?? invoices;
      let left = money(note.unappliedAmount, note.currency);
      const shares = new Map(one.over.map((each) => [pick(list, each.which), each.share]));
      const parts: { invoiceId: number; amount: string }[] = [];
      for (const [invoiceId, percent] of shares) {
        const { amountDue, currency } = await readInvoice(db.orm, owner, invoiceId, world.now());
        if (currency !== note.currency) continue;
        const due = takePart(money(amountDue, currency), percent);
        const part = minorUnits(due) < minorUnits(left) ? due : left;
        left = subtractMoney(left, part);
        if (percent === 0 || isPositive(part)) parts.push({ invoiceId, amount: part.amount });
      }
      await applyCreditNote(services, owner, { id: note.id, allocations: parts });
    },
    async 'pay credit back'(one: { which: number; share: number }) {
      const { id, unappliedAmount, currency } = await read(one.which);
      const { amount } = takePart(money(unappliedAmount, currency), one.share);
      await refundCreditNote(services, owner, refundCreditInput.parse({ id, amount }));
    },
    async 'undo credit refund'(one: { which: number }) {
      const { id, refunds } = await read(one.which);
      const refundId = refunds[one.which % Math.max(1, refunds.length)]?.id ?? 0;
      await undoCreditRefund(services, owner, { id, refundId });
    },
  };
}
