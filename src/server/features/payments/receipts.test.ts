import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { recordPaymentInput } from '../../../shared/payments/account-payment.contract.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { createInvoice } from '../invoices/save-invoice.ts';
import { recordPayment, sendReceiptAgain } from './receive-payment.ts';

describeOnDatabase('receipts of payments by hand', (db) => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock };

  const setUp = async () => {
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, {
      ...aCustomer(),
      email: 'marta@harborandpine.example',
    });
    const sent = () =>
      createInvoice(services, owner, anInvoice(customer.id, { taxRate: '0', status: 'sent' }));
    const pay = (invoices: { id: number; total: string }[], sendReceipt: boolean) =>
      recordPayment(
        services,
        owner,
        recordPaymentInput.parse({
          customerId: customer.id,
          amount: '90000',
          allocations: invoices.map(({ id, total }) => ({ invoiceId: id, amount: total })),
          sendReceipt,
        }),
      );
    const receipts = async () => {
      const { rows } = await db.orm.execute<{
        id: string;
        subject: string;
        message: string;
        status: string;
        message_id: string;
        queued: string;
      }>(sql`
        select e.id, subject, message, status, message_id,
          (select count(*) from events v where v.business_id = ${owner}
            and v.invoice_id = e.invoice_id and v.type = 'email.queued'
              and v.data ->> 'kind' = 'receipt') as queued
        from emails e where business_id = ${owner} and kind = 'receipt' order by e.id`);
      return rows;
    };
    return { owner, sent, pay, receipts };
  };

  it('names all invoices that a payment settles, and counts what is too much to read', async () => {
    const { sent, pay, receipts } = await setUp();
    const [a, b, c, d] = [await sent(), await sent(), await sent(), await sent()];
    await pay([b, a], true);
    const [two] = await receipts();
    const named = `invoices ${b.invoiceNumber} and ${a.invoiceNumber}`;
    expect(two?.subject).toContain(`Receipt for ${named} from`);
    expect(two?.message).toContain(`Thank you for your payment of $90,000.00 for ${named}.`);
    await pay([c], true);
    expect((await receipts())[1]?.subject).toContain(`Receipt for invoice ${c.invoiceNumber} from`);
    const more = [d, await sent(), await sent(), await sent()];
    await pay(more, true);
    expect((await receipts())[2]?.subject).toContain(
      `invoices ${d.invoiceNumber}, ${more[1]?.invoiceNumber}, and 2 more from`,
    );
  });

  it('goes out once more when it is asked for again, and one that waits does not', async () => {
    const { owner, sent, pay, receipts } = await setUp();
    const { id } = await pay([await sent()], false);
    expect(await receipts()).toEqual([]);
    await sendReceiptAgain(services, owner, id);
    const [first] = await receipts();
    await sendReceiptAgain(services, owner, id);
    expect(await receipts()).toEqual([first]);

    await db.orm.execute(sql`
      update emails set status = 'sent', sent_at = now() where business_id = ${owner}`);
    await sendReceiptAgain(services, owner, id);
    const [again, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(again).toMatchObject({ id: first?.id, status: 'queued', queued: '2' });
    // Another message to mail programs, which otherwise drop it as one that they have.
    expect(again?.message_id).not.toBe(first?.message_id);
  });

  it('is of what counts and settles something, and of nobody else', async () => {
    const { owner, pay, receipts } = await setUp();
    const { id } = await pay([], false);
    await expect(sendReceiptAgain(services, owner, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const stranger = await makeOwner(db);
    await expect(sendReceiptAgain(services, stranger, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await receipts()).toEqual([]);
  });
});
