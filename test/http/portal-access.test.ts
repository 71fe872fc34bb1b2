/** Who comes into a customer's portal, how, and until when. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkAnswer } from '../../src/shared/customer-portal/portal-rules.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { PortalWorld, Visitor } from './portal-world.ts';
import { openPortalWorld } from './portal-world.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const MINUTE = 60_000;
const ADMIN = 'admin@example.com';

describeOnDatabase('access to a customer’s portal', { owned: true }, (db) => {
  let test: TestApp;
  let admin: Caller;
  let world: PortalWorld;
  let n = 0;
  let email: string;
  let customerId: number;
  let invoice: { id: number; publicId: string };
  beforeAll(async () => {
    test = await openTestApp(db, { ADMIN_EMAIL: ADMIN });
    admin = await test.signUp(ADMIN);
    await db.pool.query('update users set email_verified = true');
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    world = await openPortalWorld(test);
    n += 1;
    email = `marta-${n}@harborandpine.example`;
    customerId = await world.customer({ email });
    invoice = await world.invoice(customerId);
  });

  const wait = (minutes: number) => {
    test.time.now = new Date(test.time.now.getTime() + minutes * MINUTE);
  };
  const look = async (visitor: Visitor) => (await visitor.call('GET', '/api/portal')).status;
  const ENDED = {
    status: 401,
    body: {
      code: 'UNAUTHORIZED',
      message: 'Your visit has ended. Ask for a new link to come back.',
    },
  };
  const refusal = (message: string) => ({ status: 410, body: { code: 'NOT_AVAILABLE', message } });
  const token = async () => {
    await world.ask(invoice, email);
    const [first = ''] = await world.mailed(email);
    expect(first).toHaveLength(64);
    return first;
  };

  it('is asked for on a document’s page, mailed, and opened once', async () => {
    const asked = await world.ask(invoice, ` ${email.toUpperCase()} `);
    expect(asked).toMatchObject({ status: 200, body: { message: linkAnswer('Northwind Studio') } });
    const [link = '', ...others] = await world.mailed(email);
    expect(others).toEqual([]);
    const { answer, visitor } = await world.open(link);
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^remit\.portal=[\w-]{64}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await look(visitor)).toBe(200);
    const again = await world.open(link);
    expect(again.answer).toMatchObject(refusal('This link has been used. Ask for a new one.'));
    expect(again.cookie).toBe('');
  });

  it('has cookies for HTTPS alone where the address is', async () => {
    const secure = await openTestApp(db, { APP_URL: 'https://remit.example' }, {});
    const there = await openPortalWorld(secure);
    const id = await there.customer({ email });
    await there.owner.call('POST', `/api/customers/${id}/portal/send-link`);
    const [link = ''] = await there.mailed(email);
    const { answer } = await there.open(link);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-remit\.portal=[\w-]{64}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await secure.close();
  });

  it('keeps digests alone of what opens it', async () => {
    const link = await token();
    const { cookie } = await world.open(link);
    const value = cookie.replace('remit.portal=', '');
    const digest = (of: string) => createHash('sha256').update(of).digest('hex');
    for (const [table, secret] of [
      ['portal_links', link],
      ['portal_sessions', value],
    ] as const) {
      const { rows } = await db.pool.query(`select t::text as row from ${table} t`);
      const texts = rows.map(({ row }) => String(row));
      expect(texts.some((row) => row.includes(digest(secret)))).toBe(true);
      expect(texts.some((row) => row.includes(secret))).toBe(false);
    }
  });

  it('is not opened by looking: a scanner that follows the link uses nothing up', async () => {
    const link = await token();
    for (const path of ['/portal', `/portal?${link}`, '/api/portal/open']) {
      await test.visitor.call('GET', path);
    }
    expect((await world.open(link)).answer.status).toBe(200);
  });

  it('opens for one of those who come at once', async () => {
    const link = await token();
    const tries = await Promise.all(Array.from({ length: 6 }, () => world.open(link)));
    expect(tries.map(({ answer }) => answer.status).sort((a, b) => a - b)).toEqual([
      200, 410, 410, 410, 410, 410,
    ]);
  });

  it('refuses a link that is too old, and what is none', async () => {
    const link = await token();
    wait(20);
    expect((await world.open(link)).answer).toMatchObject(
      refusal('This link has expired. Ask for a new one.'),
    );
    const unknown = refusal('This link does not work. Ask for a new one.');
    const other = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    for (const none of ['x', '', other, 'é'.repeat(64)]) {
      expect((await world.open(none)).answer).toMatchObject(unknown);
    }
    expect((await world.open('x'.repeat(201))).answer.status).toBe(400);
  });

  it('counts the minutes of a link from when its message goes out', async () => {
    await world.ask(invoice, email);
    wait(30);
    const [link = ''] = await world.mailed(email);
    wait(19);
    expect((await world.open(link)).answer.status).toBe(200);
  });

  it('sends no link that has waited for an hour', async () => {
    const sent = await world.owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
    expect(sent.body).toMatchObject({ hasAccess: true });
    wait(60);
    expect(await world.mailed(email)).toEqual([]);
    const [message] = (await world.owner.call('GET', '/api/emails')).body;
    expect(message).toMatchObject({ kind: 'portal_link', status: 'failed', withdrawn: true });
    expect((await world.portal(customerId)).hasAccess).toBe(false);
  });

  it('answers alike whatever there is, and mails nobody else', async () => {
    const other = await openPortalWorld(test);
    await other.customer({ email: 'elsewhere@example.com' });
    const deleted = await world.customer({ email: 'deleted@example.com' });
    await world.owner.call('DELETE', `/api/customers/${deleted}`);
    const answers = [];
    for (const typed of [
      email,
      'nobody@example.com',
      'elsewhere@example.com',
      'deleted@example.com',
    ]) {
      const { status, body } = await world.ask(invoice, typed);
      answers.push({ status, body });
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    await test.services.jobs.drain();
    expect(await world.count(email)).toBe(1);
    for (const none of ['nobody@example.com', 'elsewhere@example.com', 'deleted@example.com']) {
      expect(await world.count(none)).toBe(0);
      expect(await other.count(none)).toBe(0);
    }
  });

  it('refuses what is no address, and what is no document, by name', async () => {
    expect(await world.ask(invoice, 'marta')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'email', message: 'Enter a valid email address' }] },
    });
    const missing = { status: 404, body: { code: 'NOT_FOUND', message: 'Document not found' } };
    expect(await world.ask({ publicId: '0'.repeat(32) }, email)).toMatchObject(missing);
    expect(await world.ask({ publicId: String(invoice.id) }, email)).toMatchObject(missing);
    const draft = await world.invoice(customerId, { status: 'draft' });
    expect(await world.ask(draft, email)).toMatchObject(missing);
    expect(
      (
        await test.visitor.call('POST', `/api/public/estimate/${invoice.publicId}/portal-link`, {
          email,
        })
      ).status,
    ).toBe(404);
    const unknown = `/api/public/statement/${invoice.publicId}/portal-link`;
    expect(await test.visitor.call('POST', unknown, { email })).toMatchObject({
      status: 400,
      body: {
        fields: [{ path: 'kind', message: 'kind must be invoice, estimate or credit-note' }],
      },
    });
  });

  it('mails one message with a link for each customer who has the address', async () => {
    const second = await world.customer({ name: 'Pine Bakery', email: email.toUpperCase() });
    const third = await world.customer({ name: 'Pine Bakery (old)', email });
    await world.owner.call('POST', `/api/customers/${third}/merge`, { intoCustomerId: second });
    await world.ask(invoice, email);
    const links = await world.mailed(email);
    expect(links).toHaveLength(2);
    const names = [];
    for (const link of links) {
      const { visitor } = await world.open(link);
      names.push((await visitor.call('GET', '/api/portal')).body.customer.name);
    }
    expect(names).toEqual(['Marta Lindqvist', 'Pine Bakery']);
  });

  it('sends no second message while one is on its way, and none to an address that bounced', async () => {
    await world.ask(invoice, email);
    await world.ask(invoice, email);
    expect(await world.count(email)).toBe(1);
    await db.pool.query(
      `insert into mail_recipients (business_id, address, bounced_at, bounce_reason) values ($1, $2, now(), 'Gone')
       on conflict (business_id, address) do update set bounced_at = now(), bounce_reason = 'Gone'`,
      [world.owner.businessId, email],
    );
    await world.ask(invoice, email);
    expect(await world.count(email)).toBe(1);
    // The owner, who was warned, has it tried again.
    await world.owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
    expect(await world.count(email)).toBe(2);
  });

  it('goes to nobody else: the owner’s copy of all messages leaves links out', async () => {
    await world.owner.call('PUT', '/api/email-settings', { copyToSelf: true });
    await world.owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
    const [message] = (await world.owner.call('GET', '/api/emails')).body;
    expect(message).toMatchObject({ kind: 'portal_link', to: email, cc: [], bcc: [] });
  });

  it('gives a new link for one that works no more, where that one went', async () => {
    const used = await token();
    await world.open(used);
    const again = (given: string) =>
      test.visitor.call('POST', '/api/portal/ask-again', { token: given });
    const answer = await again(used);
    expect(answer.status).toBe(200);
    expect((await again('nonsense')).body).toEqual(answer.body);
    const [link = ''] = await world.mailed(email);
    expect(link).not.toBe(used);
    expect((await world.open(link)).answer.status).toBe(200);
    // Once the customer has another address, nothing goes to the one of before.
    const { body } = await world.owner.call('GET', `/api/customers/${customerId}`);
    const moved = { name: body.name, email: 'moved@example.com' };
    await world.owner.call('PUT', `/api/customers/${customerId}`, moved);
    const before = await world.count(email);
    expect((await again(used)).body).toEqual(answer.body);
    expect(await world.count(email)).toBe(before);
  });

  it('still sends each customer a link where strangers have used up what its business sends', async () => {
    const other = `piet-${n}@harborandpine.example`;
    await world.customer({ email: other });
    const used = [`portal links mailed ${world.owner.businessId}`, 60 * 1_000];
    await db.pool.query(`insert into rate_limits (key, count, last_request) values ($1, $2, $3)`, [
      ...used,
      test.time.now.getTime(),
    ]);
    const SAID = { status: 200, body: { message: linkAnswer('Northwind Studio') } };
    expect(await world.ask(invoice, email)).toMatchObject(SAID);
    expect(await world.count(email)).toBe(1);
    // The tests' limits are a thousand times as wide.
    await db.pool.query(`update rate_limits set count = 1000 where key like $1 and key <> $2`, [
      `${used[0]} %`,
      used[0],
    ]);
    expect(await world.ask(invoice, email)).toMatchObject(SAID);
    expect(await world.count(email)).toBe(1);
    // An address that is nobody's reads the same, and another customer has a link as well.
    expect(await world.ask(invoice, 'nobody@example.com')).toMatchObject(SAID);
    expect(await world.ask(invoice, other)).toMatchObject(SAID);
    expect(await world.count(other)).toBe(1);
    wait(61);
    expect(await world.ask(invoice, email)).toMatchObject(SAID);
    expect(await world.count(email)).toBe(2);
  });

  it('gives whoever has had a link a new one, whatever strangers have asked for', async () => {
    const used = await token();
    await world.open(used);
    await db.pool.query(
      `update rate_limits set count = 1000 * count where key like 'portal link % typing %'`,
    );
    let status = 200;
    for (let asks = 0; asks < 4 && status === 200; asks += 1) {
      ({ status } = await world.ask(invoice, email));
      await db.pool.query(
        `update rate_limits set count = 10000 where key like 'portal link % typing %'`,
      );
    }
    expect(status).toBe(429);
    const before = await world.count(email);
    const asked = await test.visitor.call('POST', '/api/portal/ask-again', { token: used });
    expect(asked.status).toBe(200);
    expect(await world.count(email)).toBe(before + 1);
  });

  it('refuses a link after the address has changed, the customer was deleted, or access ended', async () => {
    const ANY_MORE = refusal('This link does not work any more. Ask for a new one.');
    const changed = await token();
    await world.owner.call('PUT', `/api/customers/${customerId}`, {
      name: 'Marta',
      email: 'b@example.com',
    });
    expect((await world.open(changed)).answer).toMatchObject(ANY_MORE);

    const other = await world.customer({ email: 'c@example.com' });
    const send = (id: number) => world.owner.call('POST', `/api/customers/${id}/portal/send-link`);
    await send(other);
    const [ended = ''] = await world.mailed('c@example.com');
    await world.owner.call('POST', `/api/customers/${other}/portal/end-access`);
    expect((await world.open(ended)).answer).toMatchObject(ANY_MORE);
    await send(other);
    const [gone = ''] = await world.mailed('c@example.com');
    await world.owner.call('DELETE', `/api/customers/${other}`);
    expect((await world.open(gone)).answer).toMatchObject(ANY_MORE);
  });

  it('is mailed once for a key, however often and at once its owner presses', async () => {
    const path = `/api/customers/${customerId}/portal/send-link`;
    const press = (key: string) =>
      world.owner.call('POST', path, undefined, { 'idempotency-key': key });
    const answers = await Promise.all(Array.from({ length: 4 }, () => press('one')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await press('one')).status).toBe(200);
    expect(await world.mailed(email)).toHaveLength(1);
    await press('two');
    const links = await db.pool.query('select 1 from portal_links where customer_id = $1', [
      customerId,
    ]);
    expect(links.rowCount).toBe(2);
  });

  it('does not send a link that its owner has ended before it went out', async () => {
    await world.owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
    await world.owner.call('POST', `/api/customers/${customerId}/portal/end-access`);
    expect(await world.mailed(email)).toEqual([]);
  });

  it('ends after two hours without use, and after twelve with it', async () => {
    const visitor = await world.visit(customerId, email);
    wait(119);
    expect(await look(visitor)).toBe(200);
    wait(119);
    expect(await look(visitor)).toBe(200);
    wait(120);
    expect(await visitor.call('GET', '/api/portal')).toMatchObject(ENDED);
    const busy = await world.visit(customerId, email);
    for (let hour = 1; hour < 12; hour += 1) {
      wait(60);
      expect(await look(busy)).toBe(200);
    }
    wait(60);
    expect(await look(busy)).toBe(401);
  });

  it('ends by signing out, by the owner, and by another visit of the same browser', async () => {
    const visitor = await world.visit(customerId, email);
    const out = await visitor.call('POST', '/api/portal/sign-out');
    expect(out.status).toBe(200);
    expect(String(out.headers['set-cookie'])).toMatch(/^remit\.portal=; Max-Age=0;/);
    expect(await visitor.call('GET', '/api/portal')).toMatchObject(ENDED);

    const [one, two] = [await world.visit(customerId, email), await world.visit(customerId, email)];
    expect(await world.portal(customerId)).toMatchObject({
      hasAccess: true,
      lastVisitAt: test.time.now.toISOString(),
    });
    const ended = await world.owner.call('POST', `/api/customers/${customerId}/portal/end-access`);
    expect(ended).toMatchObject({ status: 200, body: { hasAccess: false } });
    for (const visit of [one, two]) expect(await look(visit)).toBe(401);

    const first = await world.open(await token());
    wait(16);
    const second = await world.open(await token(), first.cookie);
    expect(await look(first.visitor)).toBe(401);
    expect(await look(second.visitor)).toBe(200);
  });

  it('ends when the customer has another address, or goes', async () => {
    const visitor = await world.visit(customerId, email);
    const path = `/api/customers/${customerId}`;
    await world.owner.call('PUT', path, { name: 'Marta', phone: '+1 555 0100', email });
    expect(await look(visitor)).toBe(200);
    wait(16);
    const link = await token();
    await world.owner.call('PUT', path, { name: 'Marta', email: 'new@example.com' });
    expect(await look(visitor)).toBe(401);
    // Nor does it go on, or a link open, once the address is what it was.
    await world.owner.call('PUT', path, { name: 'Marta', email });
    expect(await look(visitor)).toBe(401);
    expect((await world.open(link)).answer).toMatchObject(
      refusal('This link does not work any more. Ask for a new one.'),
    );

    const other = await world.customer({ email: 'goes@example.com' });
    const leaves = await world.visit(other, 'goes@example.com');
    await world.owner.call('DELETE', `/api/customers/${other}`);
    await world.owner.call('POST', `/api/customers/${other}/restore`, {});
    expect(await look(leaves)).toBe(401);

    const merged = await world.customer({ email: 'merged@example.com' });
    const joins = await world.visit(merged, 'merged@example.com');
    const into = { intoCustomerId: customerId };
    await world.owner.call('POST', `/api/customers/${merged}/merge`, into);
    const apart = await world.owner.call('POST', `/api/customers/${merged}/separate`, {});
    expect(apart.status).toBe(200);
    expect(await look(joins)).toBe(401);
  });

  it('ends while the business is suspended: no link is given, none opens', async () => {
    const visitor = await world.visit(customerId, email);
    wait(16);
    const link = await token();
    const at = `/api/admin/users/${world.owner.userId}`;
    await admin.call('POST', `${at}/suspend`, { reason: 'Asked to' });
    const closed = refusal(
      'This page is not available at the moment. Contact the business directly.',
    );
    expect(await look(visitor)).toBe(401);
    expect((await world.open(link)).answer).toMatchObject(closed);
    expect(await world.ask(invoice, email)).toMatchObject(closed);
    const send = await world.owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
    expect(send).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } });
  });

  it('goes when the business does', async () => {
    const visitor = await world.visit(customerId, email);
    await db.pool.query('delete from businesses where id = $1', [world.owner.businessId]);
    expect(await look(visitor)).toBe(401);
  });

  it('follows the customer into whom another was merged', async () => {
    const other = await world.customer({ name: 'Old record', email });
    const old = await world.visit(other, email);
    const apart = await world.customer({ name: 'Other address', email: 'apart@example.com' });
    const leaves = await world.visit(apart, 'apart@example.com');
    for (const id of [other, apart]) {
      await world.owner.call('POST', `/api/customers/${id}/merge`, { intoCustomerId: customerId });
    }
    const seen = await old.call('GET', '/api/portal');
    expect(seen.body).toMatchObject({ customer: { name: 'Marta Lindqvist' } });
    expect(await look(leaves)).toBe(401);
    await world.owner.call('POST', `/api/customers/${other}/separate`);
    expect((await old.call('GET', '/api/portal')).body.customer.name).toBe('Old record');
  });

  it('is apart from the owner’s session: neither opens the other', async () => {
    const visitor = await world.visit(customerId, email);
    expect((await visitor.call('GET', '/api/customers')).status).toBe(401);
    expect((await visitor.call('GET', `/api/invoices/${invoice.id}`)).status).toBe(401);
    for (const path of ['/api/portal', '/api/portal/contact', '/api/portal/statement.pdf']) {
      expect((await world.owner.call('GET', path)).status).toBe(401);
    }
  });

  it('refuses changes that another site asks for', async () => {
    const link = await token();
    const { cookie } = await world.open(link);
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const [path, body] of [
      ['/api/portal/sign-out', {}],
      ['/api/portal/open', { token: link }],
      ['/api/portal/pay', { invoiceIds: [invoice.id] }],
      ['/api/portal/contact', { name: 'Mallory', email: 'mallory@example.com' }],
    ] as const) {
      expect((await test.visitor.call('POST', path, body, foreign)).status).toBe(403);
    }
    expect((await test.visitor.call('GET', '/api/portal', undefined, { cookie })).status).toBe(200);
  });

  it('is another business’s nowhere: links cannot be sent, ended or read from there', async () => {
    const other = await openPortalWorld(test);
    for (const [method, path] of [
      ['GET', 'portal'],
      ['POST', 'portal/send-link'],
      ['POST', 'portal/end-access'],
    ] as const) {
      const refused = await other.owner.call(method, `/api/customers/${customerId}/${path}`);
      expect(refused).toMatchObject({ status: 404, body: { message: 'Customer not found' } });
      expect((await test.visitor.call(method, `/api/customers/${customerId}/${path}`)).status).toBe(
        401,
      );
    }
    const none = await world.customer({ name: 'Without', email: null });
    expect(await world.owner.call('POST', `/api/customers/${none}/portal/send-link`)).toMatchObject(
      { status: 409, body: { message: 'Without has no email address.' } },
    );
  });
});
