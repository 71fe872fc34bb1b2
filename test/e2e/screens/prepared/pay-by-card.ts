/** Pays an invoice as its customer does, by the calls of the pay page and the provider's form. */
import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import { CARDS } from '../../checkout.ts';
import type { Owner } from '../../owner.ts';
import { soon } from './soon.ts';

export async function payInvoiceByCard(
  owner: Owner,
  { id, publicId }: Pick<InvoiceDetail, 'id' | 'publicId'>,
  { card = CARDS.pays, automatic = false } = {},
): Promise<InvoiceDetail> {
  const post = (path: string, body: object) =>
    fetch(`${owner.url}/api/invoices/${publicId}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const asked = await post('create-payment', automatic ? { automatic } : {});
  if (!asked.ok) throw new Error(`No checkout was made: ${await asked.text()}`);
  const { paymentUrl } = (await asked.json()) as { paymentUrl: string };
  await fillCardForm(paymentUrl, card);
  await post('mark-paid', {});
  return soon(async () => {
    const paid = await owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
    return paid.payments.length > 0 && paid;
  });
}

export async function fillCardForm(url: string, card: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email: 'marta@harborandpine.example',
      name: 'Marta Lindqvist',
      number: card,
      expiry: '12 / 40',
      cvc: '123',
      method: 'card',
    }),
  });
  if (answer.status >= 400) throw new Error(`The card was not taken: ${await answer.text()}`);
}
