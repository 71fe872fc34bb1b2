/** The accounts that `every-screen.e2e.ts` looks at, made once by the calls that the screens make. */
import { samplePicture } from '../../../files/sample-files.ts';
import { takePayments } from '../../checkout.ts';
import type { Owner } from '../../owner.ts';
import { signUp } from '../../owner.ts';
import type { Ground } from './ground.ts';
import { ADMIN_EMAIL } from './ground.ts';
import type { Documents } from './prepare-documents.ts';
import { prepareDocuments } from './prepare-documents.ts';
import type { Estimates } from './prepare-estimates.ts';
import { prepareEstimates } from './prepare-estimates.ts';
import type { Mail } from './prepare-mail.ts';
import { prepareMail } from './prepare-mail.ts';
import type { Money } from './prepare-money.ts';
import { prepareMoney } from './prepare-money.ts';
import type { Portal } from './prepare-portal.ts';
import { preparePortal } from './prepare-portal.ts';
import type { Records } from './prepare-records.ts';
import { prepareRecords } from './prepare-records.ts';
import type { SecondBusiness } from './prepare-second-business.ts';
import { prepareSecondBusiness } from './prepare-second-business.ts';

export interface Prepared
  extends Records, Documents, Estimates, Money, Mail, Portal, SecondBusiness {
  owner: Owner;
  /** Has nothing yet. */
  newcomer: Owner;
  /** Has used up the trial, and takes no payments. */
  spent: Owner;
  /** The invoice of a business that can be paid in no way. */
  unpayable: { id: number; publicId: string };
  suspended: Owner;
  /** The invoice of a business that is suspended. */
  closed: { publicId: string };
}

export async function prepareAccounts({ server, query }: Omit<Ground, 'owner'>): Promise<Prepared> {
  const owner = await signUp(server, 'Ada Quill', ADMIN_EMAIL);
  await query('update users set email_verified = true');
  await query(`update businesses set subscription_status = 'active', subscription_plan = 'yearly'`);
  await owner.saveProfile({ businessName: 'Marram Studio', timeZone: 'UTC', city: 'Portland' });
  await takePayments(owner, { stripe: true, paypal: true });
  await offerAutomaticPayment(owner);
  await uploadLogo(owner);

  const ground: Ground = { server, query, owner };
  const records = await prepareRecords(ground);
  const documents = await prepareDocuments(ground, records);
  const estimates = await prepareEstimates(ground, records);
  const money = await prepareMoney(ground, records);
  const mail = await prepareMail(ground, records);
  const portal = await preparePortal(ground);
  const second = await prepareSecondBusiness(server);

  const newcomer = await signUp(server, 'Nora New');
  const spent = await signUp(server, 'Ted Trial');
  const { id: customerId } = await spent.addCustomer();
  const unpayable = await spent.addInvoice(customerId);
  await query(
    `update businesses set trial_invoices_used = 10
     where id = (select business_id from members join users on users.id = account_id where email = $1)`,
    [spent.email],
  );
  const suspended = await signUp(server, 'Sam Locke');
  const closed = await suspended.addInvoice((await suspended.addCustomer()).id);
  await query(
    `insert into mail_recipients (business_id, address, blocked_at, unblock_asked_at)
     select business_id, 'wren@example.com', now(), now() from members
     join users on users.id = account_id where email = any($1)`,
    [[owner.email, suspended.email]],
  );
  await suspend(owner, suspended.email);
  return {
    owner,
    newcomer,
    spent,
    unpayable,
    suspended,
    closed,
    ...records,
    ...documents,
    ...estimates,
    ...money,
    ...mail,
    ...portal,
    ...second,
  };
}

async function offerAutomaticPayment(owner: Owner): Promise<void> {
  const profile = await owner.call<object>('GET', '/api/business-profile');
  await owner.saveProfile({ ...profile, offerAutomaticPayment: true });
}

async function uploadLogo(owner: Owner): Promise<void> {
  const { uploadURL } = await owner.call<{ uploadURL: string }>('POST', '/api/objects/upload', {});
  const body = new Uint8Array(await samplePicture('png', 200));
  await fetch(new URL(uploadURL, owner.url), {
    method: 'PUT',
    body,
    headers: { 'content-type': 'image/png' },
  });
  await owner.call('PUT', '/api/business-profiles/logo', { logoURL: uploadURL });
}

async function suspend(admin: Owner, email: string): Promise<void> {
  const users = await admin.call<{ id: string; email: string }[]>('GET', '/api/admin/users');
  const user = users.find((each) => each.email === email);
  await admin.call('POST', `/api/admin/users/${user?.id}/suspend`, {
    reason: 'Reported by two customers',
  });
}
