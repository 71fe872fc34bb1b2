import type { Email } from '../../../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import type { CardCharge } from '../../../../src/shared/payments/card-charge.contract.ts';
import { CARDS } from '../../checkout.ts';
import type { Owner } from '../../owner.ts';
import { daysFromNow } from '../../owner.ts';
import type { Ground } from './ground.ts';
import { payInvoiceByCard } from './pay-by-card.ts';
import { soon } from './soon.ts';

type Made = Pick<InvoiceDetail, 'id' | 'publicId' | 'invoiceNumber'>;

export interface Portal {
  /** A customer with an own page, whose card is charged, and who proposes other contact details. */
  guest: number;
  charges: Record<'before' | 'planned' | 'leftOut' | 'due' | 'declined', Made>;
  /** Cookie of the customer's visit. */
  visit: string;
  /** What stands after the '#' of a link that nobody has opened, and of one that was used. */
  links: { fresh: string; used: string };
}

const EMAIL = 'guest@harborandpine.example';

/** What a customer does on pages of their own, and what their saved card is charged. */
export async function preparePortal({ owner }: Ground): Promise<Portal> {
  const { id: guest } = await owner.addCustomer({ name: 'Gus Guest', company: null, email: EMAIL });
  const add = (values: object = {}) => owner.addInvoice(guest, { taxRate: '0', ...values });
  const [agreed, before] = [await add(), await add({ dueDate: daysFromNow(20) })];
  await payInvoiceByCard(owner, agreed, { card: CARDS.declinedLater, automatic: true });
  const charges = {
    before,
    planned: await add({ dueDate: daysFromNow(14) }),
    leftOut: await add({ dueDate: daysFromNow(15) }),
    due: await add({ dueDate: daysFromNow(2) }),
    declined: await add({ dueDate: daysFromNow(2) }),
  };
  await leaveOut(owner, charges.leftOut);
  await leaveOut(owner, charges.due);
  await setDueToday(owner, charges.due);
  await declineCharge(owner, charges.declined);
  await owner.call('POST', '/api/estimates', {
    customerId: guest,
    estimateNumber: 'EST-GUEST',
    status: 'sent',
    issueDate: daysFromNow(0),
    expiryDate: daysFromNow(30),
    lineItems: [{ description: 'Relaunch', quantity: '1', unitPrice: '4000' }],
  });

  const used = await mailLink(owner, guest);
  const visit = await openLink(owner.url, used);
  await fetch(`${owner.url}/api/portal/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: visit, origin: owner.url },
    body: JSON.stringify({ name: 'Gus Guest', email: EMAIL, city: 'Portland', phone: '0148' }),
  });
  return { guest, charges, visit, links: { used, fresh: await mailLink(owner, guest) } };
}

const leaveOut = (owner: Owner, { id }: Made) =>
  owner.call('POST', `/api/invoices/${id}/card-charge/change`, { dueDate: null, to: null });

async function setDueToday(owner: Owner, { id }: Made): Promise<void> {
  const { version } = await owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
  await owner.call('PUT', `/api/invoices/${id}`, { version, dueDate: daysFromNow(0) });
}

/** The card pays once, and is declined when it is charged again. */
async function declineCharge(owner: Owner, invoice: Made): Promise<void> {
  await leaveOut(owner, invoice);
  await setDueToday(owner, invoice);
  const charge = `/api/invoices/${invoice.id}/card-charge`;
  const { mandateId, now } = await owner.call<CardCharge>('GET', charge);
  await owner.call('POST', `${charge}/now`, { mandateId, ...now });
}

/** Sends a link to the portal. @returns what stands after its '#' */
async function mailLink(owner: Owner, customerId: number): Promise<string> {
  const isLink = ({ kind, to }: Email) => kind === 'portal_link' && to === EMAIL;
  const list = async () => (await owner.call<Email[]>('GET', '/api/emails')).filter(isLink);
  const already = (await list()).length;
  await owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
  return soon(async () => {
    const [newest, ...others] = await list();
    if (!newest || others.length < already || newest.status !== 'sent') return undefined;
    const { text } = await owner.call<{ text: string }>('GET', `/api/emails/${newest.id}`);
    return /\/portal#([\w-]{64})/.exec(text)?.[1];
  });
}

async function openLink(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/portal/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token }),
  });
  const [cookie] = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  if (!cookie) throw new Error(`The link opened nothing: ${await answer.text()}`);
  return cookie;
}
