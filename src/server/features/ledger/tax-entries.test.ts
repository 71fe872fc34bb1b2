import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCorrection } from '../../../../test/factories/credit-note.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import type { Taxed, TaxSums } from '../../../../test/figures/converted-taxes.ts';
import { convertedTaxes } from '../../../../test/figures/converted-taxes.ts';
import { units, written } from '../../../../test/figures/minor-units.ts';
import { checkLedger } from '../../../../test/ledger/check-ledger.ts';
import { taxRemarks } from '../../../shared/documents/sheet-figures.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { invoiceUpdateInput } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { createCreditNote } from '../credit-notes/save-credit-note.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { readInvoice } from '../invoices/read-invoices.ts';
import { createInvoice, updateInvoice } from '../invoices/save-invoice.ts';

const OWN = 'EUR';
const VAT = { name: 'VAT', category: 'S' };
const STANDARD = { ...VAT, rate: '19' };
const REDUCED = { ...VAT, rate: '7' };
const GST = { name: 'GST', rate: '5' };
const QST = { name: 'QST', rate: '9.975' };

describeOnDatabase('taxes in the currency of the business', (db) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const services = { db, clock: { now: () => now } };
  let owner: string;
  let customerId: number;
  let n = 0;

  beforeAll(async () => {
    owner = await makeOwner(db);
    await db.pool.query('update business_profiles set currency = $2 where business_id = $1', [
      owner,
      OWN,
    ]);
    customerId = (await createCustomer(services, owner, aCustomer())).id;
  });

  const invoice = (currency: string, rate: string, lines: object[], values: object = {}) =>
    createInvoice(
      services,
      owner,
      anInvoice(customerId, {
        status: 'sent',
        currency,
        exchangeRate: { rate, date: '2026-11-20' },
        taxRate: '0',
        lineItems: lines.map((line) => ({ description: 'Work', quantity: '1', ...line })),
        ...values,
      }),
    );
  const credit = async (invoiceId: number, selection?: object) => {
    n += 1;
    const creditNoteNumber = `CN-TAX-${n}`;
    const values = { status: 'issued', creditNoteNumber, ...(selection && { credit: selection }) };
    return createCreditNote(services, owner, aCorrection(invoiceId, values));
  };
  const query = async <Row>(text: string, values: unknown[]) =>
    (await db.pool.query(text, [owner, ...values])).rows as Row[];

  /** What was booked of an invoice, of its credit notes, or of both: in both currencies. */
  async function booked(invoiceId: number, of: 'invoice' | 'notes' | 'all'): Promise<TaxSums> {
    const which = { invoice: 'is null', notes: 'is not null', all: 'is null or true' }[of];
    const rows = await query<Record<'key' | 'currency' | 'base' | 'tax', string>>(
      `select json_build_array(tax_currency, name, rate::float, category, country)::text as key,
         tax_currency as currency, sum(tax_base)::text as base, sum(tax_amount)::text as tax
       from tax_entries where business_id = $1 and invoice_id = $2 and (credit_note_id ${which})
       group by tax_currency, name, rate, category, country`,
      [invoiceId],
    );
    return new Map(
      rows.map(({ key, currency, base, tax }) => [
        JSON.stringify(JSON.parse(key)),
        { base: units(base, currency), tax: units(tax, currency) },
      ]),
    );
  }
  const documents = (table: 'invoices' | 'credit_notes', invoiceId: number) =>
    query<Taxed>(
      `select * from ${table} where business_id = $1
         and ${table === 'invoices' ? 'id' : 'corrects_invoice_id'} = $2`,
      [invoiceId],
    );
  const left = (sums: TaxSums) =>
    [...sums].filter(([, { base, tax }]) => base !== 0n || tax !== 0n);
  const negated = (sums: TaxSums) =>
    left(new Map([...sums].map(([key, { base, tax }]) => [key, { base: -base, tax: -tax }])));
  const sorted = (rows: [string, unknown][]) => rows.sort(([a], [b]) => (a < b ? -1 : 1));
  const figures = async (invoiceId: number, of: 'invoice' | 'notes') =>
    Object.fromEntries(
      [...(await booked(invoiceId, of))].map(([key, { base, tax }]) => [
        (JSON.parse(key) as unknown[]).slice(1, 3).join(' '),
        [written(base, OWN), written(tax, OWN)],
      ]),
    );

  it('leave nothing of an invoice that is credited in five parts', async () => {
    const { id } = await invoice('INR', '0.00921', [
      { unitPrice: '1234.56', taxes: [STANDARD] },
      { unitPrice: '987.65', taxes: [REDUCED] },
    ]);
    for (const percent of ['13', '27', '11', '31']) {
      const part = { percent };
      await credit(id, { lines: [1, 2].map((line) => ({ line, ...part })) });
    }
    expect(left(await booked(id, 'all'))).not.toEqual([]);
    const last = await credit(id);
    expect(left(await booked(id, 'all'))).toEqual([]);
    await checkLedger(db, owner);
    // What each shows and has sealed is what was booked for it.
    const shown = await query<{ shown: string; sealed: string; booked: string }>(
      `select n.converted_tax as shown, r.body::jsonb -> 'content' ->> 'convertedTax' as sealed,
         (select -sum(t.tax_amount) from tax_entries t
          where t.business_id = n.business_id and t.credit_note_id = n.id) as booked
       from credit_notes n
       join document_revisions r on r.business_id = n.business_id and r.credit_note_id = n.id
       where n.business_id = $1 and n.corrects_invoice_id = $2`,
      [id],
    );
    expect(shown).toHaveLength(5);
    expect(shown).toEqual(shown.map((row) => ({ ...row, shown: row.booked, sealed: row.booked })));
    const [, note] = taxRemarks(storedSheet('credit_note', last))[0] ?? [];
    expect(note).toContain(`Tax in EUR: ${formatMoney(money(last.convertedTax ?? '', OWN))} (`);
  });

  it('are each the nearest that lets them add up to what the document shows', async () => {
    // 50.01 and 99.77 are 33.0066 and 65.8482, together 98.85: the cent goes to the tax that lost more.
    const { id } = await invoice('CAD', '0.66', [{ unitPrice: '1000.21', taxes: [GST, QST] }]);
    expect(await figures(id, 'invoice')).toEqual({
      'GST 5': ['660.14', '33.00'],
      'QST 9.975': ['660.14', '65.85'],
    });
    // Two bases that share one net add up to it, too: 0.505 and 0.505 of 1.01.
    const net = await invoice('USD', '0.5', [
      { unitPrice: '1.01', taxes: [STANDARD] },
      { unitPrice: '1.01', taxes: [REDUCED] },
    ]);
    expect(await figures(net.id, 'invoice')).toEqual({
      'VAT 19': ['0.51', '0.10'],
      'VAT 7': ['0.50', '0.03'],
    });
  });

  it('of a line without any tax leave none where the invoice has one', async () => {
    const { id } = await invoice('USD', '0.9', [
      { unitPrice: '100', taxes: [STANDARD] },
      { unitPrice: '40', taxes: [] },
    ]);
    await credit(id, { lines: [{ line: 2 }] });
    expect(left(await booked(id, 'notes'))).toEqual([]);
    await credit(id);
    expect(left(await booked(id, 'all'))).toEqual([]);
  });

  /** As releases before converted: each row by itself, to the other side. */
  const bookAsBefore = (invoiceId: number) =>
    query(
      `update tax_entries set tax_amount = tax_amount + case when rate = 7 then 0.01 else -0.01 end,
         tax_base = tax_base + 0.01
       where business_id = $1 and invoice_id = $2`,
      [invoiceId],
    );

  it('that were booked otherwise by an earlier release end with the last part', async () => {
    const { id } = await invoice('INR', '0.00921', [
      { unitPrice: '1234.56', taxes: [STANDARD] },
      { unitPrice: '987.65', taxes: [REDUCED] },
    ]);
    await credit(id, { amount: '700' });
    await bookAsBefore(id);
    const before = await query('select * from tax_entries where business_id = $1', []);
    await credit(id);
    expect(left(await booked(id, 'all'))).toEqual([]);
    expect(await query('select * from tax_entries where business_id = $1', [])).toEqual(
      expect.arrayContaining(before),
    );
  });

  it('of an invoice are what it shows after it was changed, and nothing once it is taken back', async () => {
    const made = await invoice('INR', '0.00921', [
      { unitPrice: '1234.56', taxes: [STANDARD] },
      { unitPrice: '987.65', taxes: [REDUCED] },
    ]);
    await bookAsBefore(made.id);
    const change = async (values: object) => {
      const stored = await readInvoice(db.orm, owner, made.id, now);
      await updateInvoice(services, owner, invoiceUpdateInput.parse({ ...stored, ...values }));
    };
    const count = async () =>
      (await query('select id from tax_entries where business_id = $1', [])).length;
    const rows = await count();
    // What changes no tax books none: also where it was booked otherwise.
    await change({ notes: 'Thank you' });
    expect(await count()).toBe(rows);
    await change({ exchangeRate: { rate: '0.0111', date: '2026-11-20' } });
    const said = convertedTaxes(await documents('invoices', made.id));
    expect(sorted(left(await booked(made.id, 'invoice')))).toEqual(sorted(left(said)));
    await change({ status: 'draft' });
    expect(left(await booked(made.id, 'invoice'))).toEqual([]);
    await checkLedger(db, owner);
  });

  const taxes = fc.subarray(
    [
      STANDARD,
      { ...STANDARD, country: 'AT' },
      REDUCED,
      GST,
      { ...QST, compound: true },
      { name: 'Levy', rate: '1.125' },
    ],
    { maxLength: 3 },
  );
  const line = fc.record({
    quantity: fc.constantFrom('1', '3', '0.25', '7'),
    unitPrice: fc.integer({ min: 1, max: 90_000 }).map((units) => String(units)),
    taxes,
  });
  const part = fc.oneof(
    fc.record({ line: fc.nat(3), percent: fc.constantFrom('10', '33.3333', '50') }),
    fc.record({ percent: fc.integer({ min: 1, max: 60 }) }),
  );

  it('of random invoices and parts follow what is credited so far, and end at nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('JPY', 'KWD', 'USD', 'EUR'),
        fc.integer({ min: 1, max: 999_999 }),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.array(part, { maxLength: 4 }),
        async (currency, rate, lines, pricesIncludeTax, parts) => {
          const { id, total } = await invoice(currency, String(rate / 100_000), lines, {
            pricesIncludeTax,
            ...(currency === OWN && { exchangeRate: null }),
          });
          const [said] = await documents('invoices', id);
          const hasNoTax = said?.tax_totals.length === 0;
          expect(sorted(left(await booked(id, 'invoice')))).toEqual(
            sorted(left(convertedTaxes(said ? [said] : []))),
          );
          for (const one of parts) {
            const share =
              (units(total, currency) * BigInt(one.percent.toString().split('.')[0] ?? 1)) / 100n;
            const selection =
              'line' in one
                ? { lines: [{ ...one, line: (one.line % lines.length) + 1 }] }
                : { amount: written(share, currency) };
            // More than is left, or nothing of what is, is refused.
            await credit(id, selection).catch(() => undefined);
            const notes = await documents('credit_notes', id);
            if (notes.length === 0) continue;
            expect(sorted(negated(await booked(id, 'notes')))).toEqual(
              sorted(left(convertedTaxes(notes, hasNoTax))),
            );
          }
          await credit(id).catch(() => undefined);
          expect(left(await booked(id, 'all'))).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
    await checkLedger(db, owner);
  });
});
