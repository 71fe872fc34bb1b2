import type { Email } from '../../../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import { daysFromNow } from '../../owner.ts';
import type { Ground } from './ground.ts';
import { MAIL_SECRET } from './ground.ts';
import type { Records } from './prepare-records.ts';
import { soon } from './soon.ts';

type Made = Pick<InvoiceDetail, 'id' | 'publicId' | 'invoiceNumber'>;

export interface Mail {
  /** Its address came back. */
  bounced: number;
  mailed: Record<
    'kept' | 'planned' | 'held' | 'withdrawn' | 'unsure' | 'bounced' | 'withheld',
    Made
  >;
  /** Numbers of messages in the outbox. */
  messages: Record<'kept' | 'planned' | 'unsure' | 'withheld', number>;
}

const NO_SUCH_ADDRESS = 'gone@harborandpine.example';

/** Messages in their states: kept, planned, held, taken back, perhaps sent, come back, and not sent for that. */
export async function prepareMail(
  { owner, server, query }: Ground,
  { harbor }: Records,
): Promise<Mail> {
  const { id: bounced } = await owner.addCustomer({
    name: 'Bo Uncy',
    company: null,
    email: NO_SUCH_ADDRESS,
  });
  /** A draft, which is issued and sent with these values. */
  const send = async (customerId: number, values: object = {}): Promise<Made> => {
    const draft = await owner.addInvoice(customerId, { status: 'draft' });
    return owner.call<InvoiceDetail>('POST', `/api/invoices/${draft.id}/send-email`, values);
  };
  const newest = async ({ id }: Made): Promise<Email> => {
    const { emails } = await owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
    const [email] = emails;
    if (!email) throw new Error('There is no message');
    return email;
  };

  const kept = await send(harbor, { message: 'The plan of your garden, as agreed.' });
  const planned = await send(harbor, {
    subject: 'The plan of your garden',
    sendAt: `${daysFromNow(6)}T10:30`,
    cc: ['anna@example.com'],
  });
  const withdrawn = await send(harbor, { hold: true });
  await owner.call('POST', `/api/emails/${(await newest(withdrawn)).id}/withdraw`, {});
  const held = await send(harbor, { hold: true });
  // It can be taken back for as long as anybody looks.
  const { id: heldId } = await newest(held);
  await query('update emails set next_attempt_at = now() + $2::interval where id = $1', [
    heldId,
    '1 day',
  ]);

  // As its sender leaves it that is gone after its server has it.
  const unsure = await send(harbor, { hold: true });
  await query(
    `update emails set status = 'failed', waits_for = null, next_attempt_at = null,
       may_have_arrived = true, last_error = $2 where id = $1`,
    [
      (await newest(unsure)).id,
      'The mail server did not answer in time after it had been given the message, so it may have been sent',
    ],
  );

  const back = await send(bounced);
  await soon(async () => (await newest(back)).status === 'sent');
  const [{ message_id: messageId } = {}] = await query(
    'select message_id from emails where id = $1',
    [(await newest(back)).id],
  );
  await tellBounce(server.url, String(messageId));
  const withheld = await owner.addInvoice(bounced, { status: 'draft', taxRate: '0' });
  await owner.call('POST', `/api/invoices/${withheld.id}/mark-sent`);
  await owner.call('POST', '/api/payments', {
    customerId: bounced,
    amount: '1.00',
    allocations: [{ invoiceId: withheld.id, amount: '1.00' }],
    sendReceipt: true,
  });
  await soon(async () => (await newest(kept)).status === 'sent');
  return {
    bounced,
    mailed: {
      kept,
      planned,
      held,
      withdrawn,
      unsure,
      withheld,
      bounced: back,
    },
    messages: {
      kept: (await newest(kept)).id,
      planned: (await newest(planned)).id,
      unsure: (await newest(unsure)).id,
      withheld: (await newest(withheld)).id,
    },
  };
}

/** As the mail provider tells of a message that came back. */
async function tellBounce(url: string, messageId: string): Promise<void> {
  const told = await fetch(`${url}/api/webhooks/email`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`remit:${MAIL_SECRET}`).toString('base64')}`,
    },
    body: JSON.stringify({
      RecordType: 'Bounce',
      Type: 'HardBounce',
      Email: NO_SUCH_ADDRESS,
      Details: 'smtp;550 5.1.1 no such user',
      Metadata: { remit: messageId },
    }),
  });
  if (!told.ok) throw new Error(`The bounce was not taken: ${await told.text()}`);
}
