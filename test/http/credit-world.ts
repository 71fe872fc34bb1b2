import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { openTestApp } from './test-app.ts';

const VAT = { name: 'VAT', rate: '19', category: 'S' };
const REDUCED = { name: 'VAT', rate: '7', category: 'S' };

/** What an invoice of just 100.00 says. */
export const ONE_HUNDRED = {
  discounts: [],
  taxRate: '0',
  lineItems: [{ description: 'Design work', quantity: '1', unitPrice: '100' }],
};

export type CreditWorld = Awaited<ReturnType<typeof openCreditWorld>>;

/** An owner with a customer, invoices to credit, and somebody else. */
export async function openCreditWorld(db: Database) {
  const test = await openTestApp(db);
  const ada = await test.signUp();
  const eve = await test.signUp();
  const customer = await ada.call('POST', '/api/customers', {
    name: 'Marta Lindqvist',
    company: 'Harbor & Pine Coffee',
    email: 'marta@harborandpine.example',
  });
  const customerId: number = customer.body.id;
  const plan = `update businesses set subscription_status = 'active' where id = $1`;
  await db.pool.query(plan, [ada.businessId]);

  let n = 0;
  const numbered = (prefix: string) => {
    n += 1;
    return `${prefix}-HTTP-${n}`;
  };
  /** Lines of two rates, a discount on the whole, and odd cents. */
  const invoiceForm = (values: object = {}) => ({
    customerId,
    invoiceNumber: numbered('INV'),
    status: 'sent',
    issueDate: '2026-11-03',
    dueDate: '2026-12-03',
    discounts: [{ reason: 'Loyalty', percent: '3.5' }],
    lineItems: [
      { description: 'Design work', quantity: '3', unitPrice: '33.33', taxes: [VAT] },
      { description: 'Printed books', quantity: '7', unitPrice: '9.99', taxes: [REDUCED] },
    ],
    ...values,
  });
  const form = (values: object = {}) => ({
    creditNoteNumber: numbered('CN'),
    issueDate: '2026-11-20',
    ...values,
  });
  /** A credit note of no invoice. */
  const free = (values: object = {}) =>
    form({
      customerId,
      taxRate: '7',
      lineItems: [{ description: 'Chair, returned', quantity: '2', unitPrice: '80' }],
      ...values,
    });
  const create = async (values: object) => {
    const answer = await ada.call('POST', '/api/credit-notes', form(values));
    expect(answer.body).toMatchObject({ id: expect.any(Number) });
    return answer.body;
  };
  return {
    test,
    ada,
    eve,
    customerId,
    invoiceForm,
    form,
    free,
    create,
    async invoice(values: object = {}) {
      const answer = await ada.call('POST', '/api/invoices', invoiceForm(values));
      expect(answer.status).toBe(201);
      return answer.body;
    },
    /** A free one that is issued, of one line without tax. */
    credit: (unitPrice: string) =>
      create(
        free({
          status: 'issued',
          taxRate: '0',
          lineItems: [{ description: 'Returned', quantity: '1', unitPrice }],
        }),
      ),
    apply: (id: number, parts: [number, string][], headers?: Record<string, string>) =>
      ada.call(
        'POST',
        `/api/credit-notes/${id}/apply`,
        { allocations: parts.map(([invoiceId, amount]) => ({ invoiceId, amount })) },
        headers,
      ),
    async issue(id: number) {
      return (await ada.call('POST', `/api/credit-notes/${id}/issue`)).body;
    },
  };
}

export const cents = (text: string) => Math.round(Number(text) * 100);
