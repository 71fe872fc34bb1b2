import { applyCreditNote } from '../../src/server/features/credit-notes/apply-credit-note.ts';
import { createCreditNote } from '../../src/server/features/credit-notes/save-credit-note.ts';
import { listInvoices } from '../../src/server/features/invoices/read-invoices.ts';
import { creditNoteInput } from '../../src/shared/credit-notes/credit-note.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { DemoAccount } from './demo-account.ts';
import { SHOWN_INVOICE } from './demo-content.ts';

const CREDIT = '240.00';
const APPLIED = '160.00';

/** Goods that came back lately: most of the credit settles an open invoice, the rest is there to use. */
export function planCredits({ services, businessId, timeline, today }: DemoAccount): void {
  // Yesterday: whatever time it is now, this has happened.
  const day = addDays(today, -1);
  timeline.plan(day, 20, async () => {
    const query = { status: 'sent', limit: 50 } as const;
    const now = services.clock.now();
    const { rows: invoices } = await listInvoices(services.db.orm, businessId, query, now);
    const open = invoices.find(
      ({ amountDue, currency, poNumber }) =>
        Number(amountDue) > Number(CREDIT) &&
        currency === 'USD' &&
        poNumber !== SHOWN_INVOICE.poNumber,
    );
    if (!open) return;
    const { id } = await createCreditNote(
      services,
      businessId,
      creditNoteInput.parse({
        customerId: open.customerId,
        creditNoteNumber: `CN-${today.slice(0, 4)}-1001`,
        issueDate: day,
        reason: 'Returned',
        status: 'issued',
        lineItems: [
          { description: 'Two chairs, returned unopened', quantity: '2', unitPrice: '120' },
        ],
      }),
    );
    const allocations = [{ invoiceId: open.id, amount: APPLIED }];
    await applyCreditNote(services, businessId, { id, allocations });
  });
}
