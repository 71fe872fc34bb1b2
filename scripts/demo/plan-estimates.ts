import {
  createEstimate,
  updateEstimate,
} from '../../src/server/features/estimates/save-estimate.ts';
import { readInvoice } from '../../src/server/features/invoices/read-invoices.ts';
import { updateInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { DEFAULT_ESTIMATE_TERMS } from '../../src/shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import {
  estimateInput,
  estimateUpdateInput,
} from '../../src/shared/estimates/estimate.contract.ts';
import { invoiceUpdateInput } from '../../src/shared/invoices/invoice.contract.ts';
import type { DemoAccount } from './demo-account.ts';
import { pay } from './demo-account.ts';
import { someLines } from './some-lines.ts';

const ESTIMATES = 45;
const DAYS = 727;

/** Estimates that are accepted, rejected, or left until they expire. @returns how many */
export function planEstimates(account: DemoAccount): number {
  for (let n = 0; n < ESTIMATES; n += 1) {
    const issueDate = addDays(
      account.today,
      -Math.round(((ESTIMATES - n) / ESTIMATES) * DAYS) + 14,
    );
    account.timeline.plan(issueDate, 15, () => makeEstimate(account, n, issueDate));
  }
  return ESTIMATES;
}

async function makeEstimate(account: DemoAccount, n: number, issueDate: string): Promise<void> {
  const { services, businessId, timeline, random, customers, items } = account;
  const last = n >= ESTIMATES - 1;
  const estimate = await createEstimate(
    services,
    businessId,
    estimateInput.parse({
      customerId: random.pick(customers),
      estimateNumber: `EST-${issueDate.slice(0, 4)}-${String(2001 + n)}`,
      status: last ? 'draft' : 'sent',
      issueDate,
      expiryDate: addDays(issueDate, 30),
      terms: DEFAULT_ESTIMATE_TERMS,
      lineItems: someLines(random, items),
    }),
  );
  // The newest that went out has no answer yet.
  if (n >= ESTIMATES - 2) return;
  const answerDate = addDays(issueDate, random.between(3, 26));
  const answer = random.pick(['accepted', 'accepted', 'rejected', undefined] as const);
  if (answer === 'rejected')
    timeline.plan(answerDate, 17, () => setStatus(account, estimate, answer));
  if (answer === 'accepted')
    timeline.plan(answerDate, 17, () => accept(account, estimate, answerDate));
}

function setStatus(
  { services, businessId }: DemoAccount,
  estimate: EstimateDetail,
  status: 'accepted' | 'rejected',
): Promise<EstimateDetail> {
  const input = estimateUpdateInput.parse({ ...estimate, status });
  return updateEstimate(services, businessId, input);
}

/** The invoice that it becomes goes out the next day, and is paid like any other. */
async function accept(account: DemoAccount, estimate: EstimateDetail, date: string): Promise<void> {
  const { services, businessId, timeline, random } = account;
  const { invoice } = await setStatus(account, estimate, 'accepted');
  if (!invoice) return;
  timeline.plan(addDays(date, 1), 14, async () => {
    const draft = await readInvoice(services.db.orm, businessId, invoice.id, services.clock.now());
    await updateInvoice(
      services,
      businessId,
      invoiceUpdateInput.parse({ ...draft, status: 'sent' }),
    );
  });
  const paymentDate = addDays(date, random.between(6, 28));
  timeline.plan(paymentDate, 18, () => pay(account, invoice.id, paymentDate));
}
