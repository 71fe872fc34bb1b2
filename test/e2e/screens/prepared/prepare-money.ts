import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import { daysFromNow } from '../../owner.ts';
import type { Ground } from './ground.ts';
import { payInvoiceByCard } from './pay-by-card.ts';
import type { Records } from './prepare-records.ts';

type Made = Pick<InvoiceDetail, 'id' | 'publicId' | 'invoiceNumber'>;

export interface Money {
  /** Another customer, of what came by hand. */
  payer: number;
  paid: Record<
    | 'byHand'
    | 'partly'
    | 'together'
    | 'undone'
    | 'tooMuch'
    | 'writtenOff'
    | 'givenUpInPart'
    | 'nothingDue'
    | 'installment'
    | 'byCard'
    | 'refunded'
    | 'givenBack',
    Made
  >;
}

/** What customers paid, by hand and by card, what was given back and given up. */
export async function prepareMoney({ owner }: Ground, { harbor }: Records): Promise<Money> {
  const { id: payer } = await owner.addCustomer({ name: 'Lena Marsh', company: 'Marsh & Reed' });
  const add = (values: object = {}) => owner.addInvoice(payer, { taxRate: '0', ...values });
  const record = (amount: string, ...allocations: [Made, string][]) =>
    owner.call<{ id: number }>('POST', '/api/payments', {
      customerId: payer,
      amount,
      reference: 'SEPA 4711',
      notes: 'Sent by their accountant',
      allocations: allocations.map(([{ id }, part]) => ({ invoiceId: id, amount: part })),
    });

  const byHand = await add({ dueDate: daysFromNow(3) });
  await owner.call('POST', `/api/invoices/${byHand.id}/mark-paid`, { paymentMethod: 'check' });
  const [partly, together] = [await add({ dueDate: daysFromNow(12) }), await add()];
  await record('180', [together, '100'], [partly, '80']);
  const undone = await add();
  const { id: undoneId } = await record('100', [undone, '100']);
  await owner.call('POST', `/api/payments/${undoneId}/reverse`);
  const tooMuch = await add();
  await record('140', [tooMuch, '100']);
  const writtenOff = await add();
  const writeOff = (invoice: Made, values: object) =>
    owner.call('POST', `/api/invoices/${invoice.id}/write-off`, values);
  await writeOff(writtenOff, { reason: 'Bankrupt' });
  const givenUpInPart = await add();
  await writeOff(givenUpInPart, { reason: 'Insolvent', amount: '30' });
  const nothingDue = await add({
    lineItems: [{ description: 'A gift', quantity: '1', unitPrice: '0' }],
    issueDate: daysFromNow(-30),
    dueDate: daysFromNow(-9),
  });
  const installment = await add({
    lineItems: [{ description: 'Garden', quantity: '1', unitPrice: '1000' }],
    installments: [
      { event: 'issue', percent: '30' },
      { event: 'issue', days: 30 },
    ],
  });
  await record('300', [installment, '300']);

  const card = () => owner.addInvoice(harbor, { taxRate: '0' });
  const [byCard, refunded, givenBack] = [await card(), await card(), await card()];
  await payInvoiceByCard(owner, byCard);
  for (const invoice of [refunded, givenBack]) {
    const [payment] = (await payInvoiceByCard(owner, invoice)).payments;
    const path = `/api/invoices/${invoice.id}/payments/${payment?.id}/refund`;
    await owner.call('POST', path, { amount: '7.00' });
    if (invoice === givenBack) await owner.call('POST', path, {});
  }
  return {
    payer,
    paid: {
      byHand,
      partly,
      together,
      undone,
      tooMuch,
      writtenOff,
      givenUpInPart,
      nothingDue,
      installment,
      byCard,
      refunded,
      givenBack,
    },
  };
}
