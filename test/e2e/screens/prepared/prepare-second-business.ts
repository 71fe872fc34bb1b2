import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import { takePayments } from '../../checkout.ts';
import type { Owner } from '../../owner.ts';
import { daysFromNow, signUp } from '../../owner.ts';
import type { StartedServer } from '../../started-server.ts';

export interface SecondBusiness {
  /** In Germany, in euros, with tax rates and series of numbers, on trial. */
  nord: Owner;
  nordInvoices: Record<'draft' | 'issued', Pick<InvoiceDetail, 'id' | 'publicId'>>;
}

/** A business that is set up otherwise: where the first has no taxes, series or partial payments. */
export async function prepareSecondBusiness(server: StartedServer): Promise<SecondBusiness> {
  const nord = await signUp(server, 'Nora Field');
  await nord.saveProfile({
    businessName: 'Studio Nord',
    country: 'Germany',
    currency: 'EUR',
    timeZone: 'UTC',
    allowPartialPayments: true,
  });
  await takePayments(nord);
  const { version, ...profile } = await nord.call<{ version: number }>(
    'GET',
    '/api/business-profile',
  );
  await nord.saveProfile({ ...profile, version, allowPartialPayments: true });
  for (const rate of ['19', '7']) {
    const isDefault = rate === '19';
    await nord.call('POST', '/api/tax-rates', { name: 'VAT', rate, category: 'S', isDefault });
  }
  await nord.call('PUT', '/api/business-profile/editor-columns', {
    editorColumns: ['unit', 'discount', 'tax'],
  });
  const customer = await nord.addCustomer();
  await nord.addCustomer({ name: 'Pat Ocean', company: 'Pacific Ltd', currency: 'USD' });
  await nord.addItem({ name: 'Site visit', description: 'Half a day on site' });
  for (const kind of ['invoice', 'credit_note']) {
    await nord.call('POST', '/api/number-series', { kind, pattern: 'RE-{SEQ:3}' });
  }
  const add = (values: object) =>
    nord.call<InvoiceDetail>('POST', '/api/invoices', {
      customerId: customer.id,
      invoiceNumber: '',
      issueDate: daysFromNow(0),
      dueDate: daysFromNow(30),
      lineItems: [{ description: 'Design', quantity: '7.25', unitPrice: '85.5', unit: 'hour' }],
      ...values,
    });
  const { id } = await add({});
  const issued = await nord.call<InvoiceDetail>('POST', `/api/invoices/${id}/issue`);
  return { nord, nordInvoices: { issued, draft: await add({}) } };
}
