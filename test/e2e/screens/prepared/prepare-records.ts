import { usualSteps } from '../../../../src/shared/reminders/reminder-words.ts';
import { samplePdf } from '../../../files/sample-files.ts';
import type { Owner } from '../../owner.ts';
import { daysFromNow } from '../../owner.ts';
import type { Ground } from './ground.ts';

export interface Records {
  /** Marta Lindqvist of Harbor & Pine Coffee, with whom most of the business is. */
  harbor: number;
  /** Has no email address. */
  otto: number;
  /** Jonas Birk, whom another customer is merged into. */
  merged: number;
  itemName: string;
  expenseName: string;
  recurring: Record<'active' | 'skipped' | 'passed', number>;
}

/** Customers, items, expenses, rates, reminders and recurring invoices. */
export async function prepareRecords({ owner, query }: Ground): Promise<Records> {
  const { id: harbor } = await owner.addCustomer({
    phone: '+1 207 555 0148',
    address: '14 Wharf Street',
    city: 'Portland',
    notes: 'Ask for Lena.',
  });
  const { id: otto } = await owner.addCustomer({
    name: 'Otto Reiter',
    company: null,
    email: null,
  });
  const { id: merged } = await owner.addCustomer({ name: 'Jonas Birk', company: 'Birk & Sons' });
  const twin = await owner.addCustomer({ name: 'J. Birk', company: null });
  await owner.call('POST', `/api/customers/${twin.id}/merge`, { intoCustomerId: merged });

  await owner.addItem();
  await owner.addItem({ name: 'Hardback sample book', category: 'Print', unitPrice: '85.00' });
  await addExpenses(owner, harbor);
  await owner.call('PUT', '/api/reminders/settings', {
    enabled: true,
    sendFrom: 8,
    sendUntil: 18,
    businessDaysOnly: true,
    steps: usualSteps(),
    lateFee: { kind: 'percent', percent: '1.5', months: 12, delivery: 'draft' },
  });
  return {
    harbor,
    otto,
    merged,
    itemName: 'Photography',
    expenseName: 'Paper and ink',
    recurring: await addRecurring(
      {
        owner,
        query,
      },
      harbor,
    ),
  };
}

async function addExpenses(owner: Owner, customerId: number): Promise<void> {
  const receiptUrl = await uploadReceipt(owner);
  for (const values of [
    { description: 'Paper and ink', vendor: 'Papierhaus', amount: '1084.50', receiptUrl },
    { description: 'Train to Lund', category: 'Travel', amount: '30.05', customerId },
    { description: 'Two chairs', category: 'Equipment', expenseDate: daysFromNow(-400) },
  ]) {
    await owner.call('POST', '/api/expenses', {
      category: 'Office Supplies',
      amount: '240',
      expenseDate: daysFromNow(-2),
      ...values,
    });
  }
}

async function uploadReceipt(owner: Owner): Promise<string> {
  const told = { filename: 'receipt.pdf', type: 'application/pdf' };
  const { key, uploadId } = await owner.call<{ key: string; uploadId: string }>(
    'POST',
    '/s3/multipart',
    told,
  );
  const at = (more = '') => `/s3/multipart/${uploadId}${more}?key=${encodeURIComponent(key)}`;
  const { url } = await owner.call<{ url: string }>('GET', at('/1'));
  const sent = await fetch(new URL(url, owner.url), {
    method: 'PUT',
    body: new Uint8Array(samplePdf()),
    headers: { 'content-type': told.type },
  });
  const parts = [{ PartNumber: 1, ETag: sent.headers.get('etag') }];
  const { location } = await owner.call<{ location: string }>('POST', at('/complete'), { parts });
  return location;
}

async function addRecurring(
  { owner, query }: Pick<Ground, 'owner' | 'query'>,
  customerId: number,
): Promise<Records['recurring']> {
  const add = async (name: string, schedule: object) =>
    (
      await owner.call<{ id: number }>('POST', '/api/recurring', {
        customerId,
        name,
        taxRate: '7',
        schedule,
        lineItems: [{ description: `${name} {month}`, quantity: '1', unitPrice: '100' }],
      })
    ).id;
  const active = await add('Retainer', { startDate: daysFromNow(9), unit: 'week', every: 3 });
  await owner.call('POST', `/api/recurring/${active}/run`, {});
  const skipped = await add('Hosting', { startDate: daysFromNow(12), unit: 'month' });
  await owner.call('POST', `/api/recurring/${skipped}/skip`, {});
  const passed = await add('Daily walk', { startDate: daysFromNow(1), unit: 'day' });
  await owner.call('POST', `/api/recurring/${passed}/pause`, {});
  // Its day has gone by while it was paused.
  await query(
    `update recurring_invoices set start_date = $2, next_date = $2, list_date = $2 where id = $1`,
    [passed, daysFromNow(-4)],
  );
  return { active, skipped, passed };
}
