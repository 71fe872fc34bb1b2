import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { createExpense } from '../../src/server/features/expenses/save-expense.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { customerInput } from '../../src/shared/customers/customer.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { expenseInput } from '../../src/shared/expenses/expense.contract.ts';
import { invoiceInput } from '../../src/shared/invoices/invoice.contract.ts';
import type { DemoAccount } from './demo-account.ts';
import { pay } from './demo-account.ts';
import { termsOf } from './demo-content.ts';

const CUSTOMER = customerInput.parse({
  name: 'Camille Moreau',
  company: 'Ateliers Lumière',
  email: 'camille@ateliers-lumiere.example',
  address: '18 rue Mercière',
  city: 'Lyon',
  zipCode: '69002',
  country: 'France',
  currency: 'EUR',
});
/** Days before today, what for, its price, and whether it was paid. */
const INVOICES = [
  [132, 'Packaging, first series', '1840', true],
  [71, 'Catalogue, 24 pages', '2650', true],
  [16, 'Packaging, second series', '1420', false],
] as const;
const DUE_DAYS = 30;

/** One customer abroad, who pays in euros. Alike in every demo: nothing here is left to chance. */
export function planEuros(account: DemoAccount): {
  customers: number;
  invoices: number;
  expenses: number;
} {
  const { services, businessId, timeline, today } = account;
  timeline.plan(addDays(today, -150), 10, async () => {
    const { id: customerId } = await createCustomer(services, businessId, CUSTOMER);
    for (const [before, description, unitPrice, paid] of INVOICES) {
      const issueDate = addDays(today, -before);
      const dueDate = addDays(issueDate, DUE_DAYS);
      timeline.plan(issueDate, 11, async () => {
        const invoice = await createInvoice(
          services,
          businessId,
          invoiceInput.parse({
            customerId,
            invoiceNumber: `INV-${issueDate.slice(0, 4)}-E${before}`,
            currency: 'EUR',
            status: 'sent',
            issueDate,
            dueDate,
            terms: termsOf(DUE_DAYS),
            lineItems: [{ description, quantity: '1', unitPrice }],
          }),
        );
        if (!paid) return;
        const paymentDate = addDays(dueDate, -4);
        timeline.plan(paymentDate, 12, () => pay(account, invoice.id, paymentDate));
      });
    }
  });
  const expenseDate = addDays(today, -24);
  timeline.plan(expenseDate, 9, () =>
    createExpense(
      services,
      businessId,
      expenseInput.parse({
        category: 'Travel',
        vendor: 'SNCF',
        description: 'Train to Lyon',
        amount: '96.40',
        currency: 'EUR',
        expenseDate,
      }),
    ),
  );
  return { customers: 1, invoices: INVOICES.length, expenses: 1 };
}
