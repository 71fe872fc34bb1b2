import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { Owner } from '../e2e/owner.ts';
import { signUp } from '../e2e/owner.ts';
import { serverForFile } from '../e2e/started-server.ts';
import type { TestSandbox } from '../providers/test-sandbox.ts';
import { startTestSandbox } from '../providers/test-sandbox.ts';

const PAYMENTS = 8;

/** The built server is killed while events of payments arrive. */
describe.each(['embedded', 'postgresql'] as const)('killed while money comes in (%s)', (kind) => {
  let sandbox: TestSandbox;
  let owner: Owner;
  const env: Record<string, string> = {};
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    env['STRIPE_API_BASE'] = sandbox.url;
    env['PAYPAL_API_BASE'] = sandbox.url;
  });
  const { server } = serverForFile({ env, postgres: kind === 'postgresql' });
  afterAll(() => sandbox.close());

  const call = <T>(method: string, path: string, body?: object) =>
    owner.call<T>(method, path, body);
  const read = ({ id }: { id: number }) => call<InvoiceDetail>('GET', `/api/invoices/${id}`);

  it('everything that was paid is settled once, nothing else is', async () => {
    owner = await signUp(server);
    await owner.saveProfile({
      businessName: 'Northwind Studio',
      stripePublishableKey: 'pk_test_crashingbusiness',
      stripeSecretKey: 'sk_test_crashingbusiness',
    });
    await sandbox.control('webhooks', {
      mode: 'hold',
      duplicate: 1,
      reorder: true,
      // As often as it takes until the server is back for good.
      retryMs: Array.from({ length: 720 }, () => 500),
    });
    const customer = await owner.addCustomer();
    const invoices: InvoiceDetail[] = [];
    for (let n = 0; n <= PAYMENTS; n += 1) invoices.push(await owner.addInvoice(customer.id));
    const [unpaid, ...paid] = invoices;
    for (const { id } of invoices) {
      const link = await call<{ paymentUrl: string }>('POST', `/api/invoices/${id}/create-payment`);
      const session = /cs_test_\w+/.exec(link.paymentUrl)?.[0];
      if (id !== unpaid?.id) await sandbox.control('pay', { session });
    }
    await sandbox.control('webhooks', { mode: 'deliver' });
    await sandbox.control('webhooks/release');
    for (const pause of [20, 60, 150]) {
      await sleep(pause);
      await server.kill();
      await server.startAgain();
    }
    await expect
      .poll(async () => {
        const all = await Promise.all(paid.map(read));
        return all.filter(({ status }) => status === 'paid').length;
      })
      .toBe(PAYMENTS);
    await sandbox.control('webhooks/settled');
    for (const invoice of paid) {
      const now = await read(invoice);
      expect(now).toMatchObject({ status: 'paid', amountReceived: now.total, overpaid: '0.00' });
      expect(now.payments).toHaveLength(1);
      expect(now.history.filter(({ type }) => type === 'payment.received')).toHaveLength(1);
      expect(now.history.filter(({ type }) => type === 'invoice.paid')).toHaveLength(1);
    }
    expect(unpaid && (await read(unpaid))).toMatchObject({ status: 'sent', payments: [] });
  }, 180_000);
});
