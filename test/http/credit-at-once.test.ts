import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { CreditWorld } from './credit-world.ts';
import { ONE_HUNDRED, openCreditWorld } from './credit-world.ts';
import type { Caller } from './test-app.ts';

describeOnDatabase('credit, 64 at once', (db) => {
  let world: CreditWorld;
  let ada: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ({ ada } = world);
  });
  afterAll(() => world.test.close());
  const invoice = () => world.invoice(ONE_HUNDRED);
  const read = async (id: number) => (await ada.call('GET', `/api/invoices/${id}`)).body;
  const credit = (unitPrice: string) => world.credit(unitPrice);
  const apply = (id: number, parts: [number, string][]) => world.apply(id, parts);

  it('64 who apply, pay back or undo the same at once take it once', async () => {
    const open = await Promise.all(Array.from({ length: 8 }, () => invoice()));
    const note = await credit('100');
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => apply(note.id, [[open[n % 8].id, '100']])),
    );
    const done = new Set(answers.filter(({ status }) => status === 200));
    const after = (await ada.call('GET', `/api/credit-notes/${note.id}`)).body;
    expect(after).toMatchObject({ status: 'applied', appliedAmount: '100.00' });
    expect(after.allocations).toHaveLength(1);
    // Whoever says the same of the invoice that has it changes nothing.
    expect(done.size).toBeGreaterThan(0);
    for (const { status, body } of answers) {
      if (status === 200) continue;
      expect([status, body.fields[0].path]).toEqual([400, 'allocations']);
    }
    await checkLedger(db, ada.businessId);

    const back = await credit('100');
    const path = `/api/credit-notes/${back.id}/refund`;
    const refunds = await Promise.all(
      Array.from({ length: 64 }, () => ada.call('POST', path, { amount: '60' })),
    );
    expect(refunds.filter(({ status }) => status === 200)).toHaveLength(1);
    const { refunds: known } = (await ada.call('GET', `/api/credit-notes/${back.id}`)).body;
    const undone = await Promise.all(
      Array.from({ length: 64 }, () =>
        ada.call('POST', `/api/credit-notes/${back.id}/refunds/${known[0].id}/undo`),
      ),
    );
    expect(undone.every(({ status }) => status === 200)).toBe(true);
    expect((await ada.call('GET', `/api/credit-notes/${back.id}`)).body).toMatchObject({
      status: 'issued',
      unappliedAmount: '100.00',
    });
    await checkLedger(db, ada.businessId);
  });

  it('crediting while it is paid, 64 at once: each counts once', async () => {
    const made = await invoice();
    const drafts = await Promise.all(
      Array.from({ length: 16 }, () =>
        world.create({ correctsInvoiceId: made.id, credit: { amount: '2' } }),
      ),
    );
    const free = await credit('500');
    await Promise.all(
      Array.from({ length: 64 }, (_, n) => {
        const draft = drafts[n % 16];
        if (n < 32) return ada.call('POST', `/api/credit-notes/${draft.id}/issue`);
        if (n < 48) return apply(free.id, [[made.id, '5']]);
        return ada.call('POST', '/api/payments', {
          customerId: world.customerId,
          amount: '10',
          allocations: [{ invoiceId: made.id, amount: '10' }],
        });
      }),
    );
    const after = await read(made.id);
    const own = after.credits.filter((one: { isCorrection: boolean }) => one.isCorrection);
    expect(own).toHaveLength(16);
    const sum = ['amountPaid', 'amountCredited', 'amountDue']
      .map((name) => Number(after[name]))
      .reduce((all, one) => all + one, 0);
    expect(sum).toBeCloseTo(100, 9);
    await checkLedger(db, ada.businessId);
  });
});
