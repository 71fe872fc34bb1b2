import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSmtpMailer } from '../../src/server/platform/mail/smtp-mailer.ts';
import { forgetUnfinishedUploads } from '../../src/server/platform/uploads/forget-unfinished-uploads.job.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import { tamperWith } from '../factories/tamper.ts';
import { samplePicture } from '../files/sample-files.ts';
import { openSmtpPeer } from '../mail/smtp-peer.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('what was issued', { owned: true }, (db) => {
  let app: TestApp;
  let owner: Caller;
  let eve: Caller;
  let customerId: number;
  beforeAll(async () => {
    app = await openTestApp(db);
    await app.listen();
    [owner, eve] = [await app.signUp(), await app.signUp()];
    await db.pool.query(`update businesses set subscription_status = 'active'`);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.time.now = new Date('2026-11-20T12:00:00Z');
    await saveProfile(owner, { businessName: 'Quill Studio', city: 'Portland' });
    const customer = aCustomer({ email: 'marta@example.com', city: 'Bergen' });
    customerId = (await owner.call('POST', '/api/customers', customer)).body.id;
  });

  const create = async (kind: 'invoice' | 'estimate', values: object = {}) => {
    const make = kind === 'invoice' ? anInvoice : anEstimate;
    const answer = await owner.call('POST', `/api/${kind}s`, make(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const pdf = async (who: Caller, path: string) => {
    const answer = await who.call('GET', path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    return answer.raw;
  };
  const get = async (path: string) => {
    const answer = await owner.call('GET', path);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  /** As if it had never been. */
  const forget = async ({ id }: { id: number }) => {
    await db.pool.query('delete from public_documents where invoice_id = $1', [id]);
    await db.pool.query('delete from invoices where id = $1', [id]);
  };
  const holds = async () => (await get('/api/revisions/verify')).breaks;

  describe.each(['invoice', 'estimate'] as const)('of an %s', (kind) => {
    it('stays as it is when business, look and customer change; an edit is the next version', async () => {
      const issued = await create(kind, { status: 'sent' });
      const at = `/api/${kind}s/${issued.id}`;
      const shared = `/api/public/${kind}/${issued.publicId}`;
      const first = await pdf(owner, `${at}/pdf`);
      await saveProfile(owner, {
        businessName: 'Another Name',
        city: 'Oslo',
        taxNumber: '9',
        pdfTheme: 'creative',
      });
      await owner.call('PUT', `/api/customers/${customerId}`, aCustomer({ name: 'Somebody' }));
      for (const [who, path] of [
        [owner, `${at}/pdf`],
        [app.visitor, `${shared}/pdf`],
        [owner, `${at}/revisions/1/pdf`],
      ] as const) {
        expect((await pdf(who, path)).equals(first), path).toBe(true);
      }
      const page = (await app.visitor.call('GET', shared)).body;
      expect(page.businessProfile).toMatchObject({
        businessName: 'Quill Studio',
        city: 'Portland',
      });
      expect(page.revision).toEqual({ number: 1, replaces: null });

      app.time.now = new Date('2026-11-24T12:00:00Z');
      const edited = await owner.call('PUT', at, { notes: 'With another note' });
      expect([edited.status, edited.body.revision]).toEqual([200, 2]);
      const next = (await app.visitor.call('GET', shared)).body;
      expect(next.businessProfile).toMatchObject({ businessName: 'Another Name', city: 'Oslo' });
      expect(next.revision).toEqual({ number: 2, replaces: { number: 1, date: '2026-11-20' } });
      const second = await pdf(app.visitor, `${shared}/pdf`);
      expect(second.equals(first)).toBe(false);
      expect((await pdf(owner, `${at}/revisions/2/pdf`)).equals(second)).toBe(true);
      expect((await pdf(owner, `${at}/revisions/1/pdf`)).equals(first)).toBe(true);

      const picture = async (values: object) =>
        (await owner.call('POST', `/api/${kind}s/preview`, { ...values, pages: [1] })).body.pages[0]
          .svg as string;
      const form = { id: issued.id, status: 'sent', lineItems: [] };
      await saveProfile(owner, { businessName: 'Third', pdfTheme: 'minimal' });
      const [typed, stored] = [await picture(form), await picture({ ...form, stored: true })];
      expect(stored.length).toBeGreaterThan(typed.length);
      await saveProfile(owner, { businessName: 'Fourth', pdfTheme: 'modern' });
      expect(await picture({ ...form, stored: true })).toBe(stored);

      const [latest, before] = await get(`${at}/revisions`);
      expect(latest).toMatchObject({
        number: 2,
        replaces: 1,
        createdAt: '2026-11-24T12:00:00.000Z',
      });
      expect(latest.changes).toContainEqual({
        field: 'Business name',
        before: 'Quill Studio',
        after: 'Another Name',
      });
      expect(before).toMatchObject({ number: 1, changes: [] });
      const whole = await get(`${at}/revisions/2`);
      expect(whole).toMatchObject({ sha256: latest.sha256, previousSha256: before.sha256 });
      expect(JSON.parse(whole.canonical)).toEqual(whole.body);
      expect(await holds()).toEqual([]);
    });

    it('is nobody else’s, and says what is not there', async () => {
      const { id } = await create(kind, { status: 'sent' });
      const at = `/api/${kind}s/${id}/revisions`;
      const missing = { message: `${kind === 'invoice' ? 'Invoice' : 'Estimate'} not found` };
      for (const path of [at, `${at}/1`, `${at}/1/pdf`]) {
        const [foreign, nobody] = [
          await eve.call('GET', path),
          await app.visitor.call('GET', path),
        ];
        expect([foreign.status, foreign.body], path).toEqual([
          404,
          expect.objectContaining(missing),
        ]);
        expect(nobody.status).toBe(401);
      }
      for (const path of [`${at}/2`, `${at}/2/pdf`, `${at}/x/pdf`]) {
        const answer = await owner.call('GET', path);
        expect([answer.status, answer.body.message], path).toEqual([404, 'Version not found']);
      }
      const odd = await owner.call('GET', `${at}/x`);
      expect([odd.status, odd.body.message]).toEqual([
        400,
        'number must be the number of a version',
      ]);
      await owner.call('DELETE', `/api/${kind}s/${id}`);
      for (const path of [at, `${at}/1`, `${at}/1/pdf`]) {
        expect((await owner.call('GET', path)).body, path).toMatchObject(missing);
      }
    });

    it('is drawn from present rows while it is a draft, and never issued by a PDF', async () => {
      const draft = await create(kind);
      const at = `/api/${kind}s/${draft.id}`;
      const before = await pdf(owner, `${at}/pdf`);
      await saveProfile(owner, { businessName: 'Renamed', city: 'Oslo' });
      expect((await pdf(owner, `${at}/pdf`)).equals(before)).toBe(false);
      expect(await get(at)).toMatchObject({ status: 'draft', revision: null });
      expect(await get(`${at}/revisions`)).toEqual([]);
    });
  });

  it('keeps its bytes apart from what was paid: the copy has the stamp, the version never', async () => {
    const invoice = await create('invoice', { status: 'sent' });
    const at = `/api/invoices/${invoice.id}`;
    const version = await pdf(owner, `${at}/revisions/1/pdf`);
    expect((await owner.call('POST', `${at}/mark-paid`, { paymentMethod: 'cash' })).status).toBe(
      200,
    );
    const paid = await pdf(owner, `${at}/pdf`);
    expect(paid.equals(version)).toBe(false);
    expect((await pdf(owner, `${at}/revisions/1/pdf`)).equals(version)).toBe(true);
    const { rows } = await db.pool.query(
      'select count(*)::int as n from revision_pdfs p join document_revisions r on r.id = p.revision_id where r.invoice_id = $1',
      [invoice.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is drawn once, however many ask at once', async () => {
    const invoice = await create('invoice', { status: 'sent' });
    const asked = Array.from({ length: 8 }, () =>
      pdf(owner, `/api/invoices/${invoice.id}/revisions/1/pdf`),
    );
    const [one, ...others] = await Promise.all(asked);
    expect(others.every((other) => one?.equals(other))).toBe(true);
  });

  it('says where a stored PDF or a document was altered', async () => {
    const invoice = await create('invoice', { status: 'sent' });
    await pdf(owner, `/api/invoices/${invoice.id}/revisions/1/pdf`);
    expect(await holds()).toEqual([]);
    const tamper = tamperWith(db, owner.businessId, invoice.id);
    await tamper.pdf(1);
    await tamper.row();
    const place = { kind: 'invoice', id: invoice.id, document: invoice.invoiceNumber, revision: 1 };
    expect(await holds()).toEqual([
      { ...place, fault: 'stored PDF altered' },
      { ...place, fault: 'document differs from its latest revision' },
    ]);
    expect((await get(`/api/revisions/verify?kind=invoice&id=${invoice.id}`)).documents).toBe(1);
    expect((await eve.call('GET', '/api/revisions/verify')).body).toEqual({
      documents: 0,
      revisions: 0,
      breaks: [],
    });
    expect((await app.visitor.call('GET', '/api/revisions/verify')).status).toBe(401);
    // What is out is the revision, whatever the row says.
    const page = await app.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
    expect(page.status).toBe(200);
    await forget(invoice);
  });

  it('is neither shown nor drawn as somebody has altered it in the database', async () => {
    const invoice = await create('invoice', { status: 'sent' });
    const at = `/api/invoices/${invoice.id}`;
    const shared = `/api/public/invoice/${invoice.publicId}`;
    const tamper = tamperWith(db, owner.businessId, invoice.id);
    await tamper.body(1, 'Quill Studio', 'Krill Studio');
    const message = 'Version 1 of this document was altered in the database and cannot be read.';
    for (const [who, path] of [
      [owner, `${at}/pdf`],
      [owner, `${at}/revisions/1`],
      [owner, `${at}/revisions/1/pdf`],
      [app.visitor, shared],
      [app.visitor, `${shared}/pdf`],
    ] as const) {
      const { status, body } = await who.call('GET', path);
      expect([status, body.message], path).toEqual([409, message]);
    }
    expect(await get(`${at}/revisions`)).toMatchObject([{ number: 1 }]);
    await tamper.body(1, 'Krill Studio', 'Quill Studio');
    expect(await holds()).toEqual([]);
    expect((await app.visitor.call('GET', shared)).body.businessProfile.businessName).toBe(
      'Quill Studio',
    );
    expect((await pdf(owner, `${at}/pdf`)).equals(await pdf(app.visitor, `${shared}/pdf`))).toBe(
      true,
    );
  });

  it('says which version was altered past reading, and shows the others', async () => {
    const invoice = await create('invoice', { status: 'sent' });
    const at = `/api/invoices/${invoice.id}`;
    for (const notes of ['Second', 'Third']) await owner.call('PUT', at, { notes });
    await tamperWith(db, owner.businessId, invoice.id).body(2, '{', '[');
    const message = 'Version 2 of this document was altered in the database and cannot be read.';
    expect(await owner.call('GET', `${at}/revisions/2`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message },
    });
    expect((await get(`${at}/revisions/1`)).body.content.notes).toBe(null);
    expect((await get(`${at}/revisions/3`)).body.content.notes).toBe('Third');
    expect(await get(`${at}/revisions`)).toMatchObject([
      { number: 3, changes: [{ field: 'Version', before: null, after: message }] },
      { number: 2, changes: [{ field: 'Version', before: null, after: message }] },
      { number: 1, changes: [] },
    ]);
    expect((await owner.call('GET', at)).status).toBe(200);
    expect(await holds()).toMatchObject([{ id: invoice.id, revision: 2, fault: 'body altered' }]);
    await forget(invoice);
  });

  it('keeps the logo that it was issued with', async () => {
    const bytes = await samplePicture('png', 300);
    const upload = async () => {
      const { uploadURL } = (await owner.call('POST', '/api/objects/upload', {})).body;
      app.time.now = new Date();
      const sent = await fetch(uploadURL, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'image/png' },
      });
      expect(sent.status).toBe(200);
      const saved = await owner.call('PUT', '/api/business-profiles/logo', { logoURL: uploadURL });
      return saved.body.objectPath as string;
    };
    app.time.now = new Date();
    const logo = await upload();
    const invoice = await create('invoice', { status: 'sent' });
    const { body } = await get(`/api/invoices/${invoice.id}/revisions/1`);
    expect(body.logo).toEqual({
      key: logo.slice('/objects/'.length),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const first = await pdf(owner, `/api/invoices/${invoice.id}/pdf`);
    const other = await upload();
    expect((await owner.call('PUT', '/api/business-profiles/logo', { logoURL: null })).status).toBe(
      200,
    );
    app.time.now = new Date(Date.now() + 10 * 86_400_000);
    await forgetUnfinishedUploads(app.services);
    const fate = async (path: string) => (await app.visitor.call('GET', path)).status;
    // Only the one that nothing shows is gone.
    expect([await fate(logo), await fate(other)]).toEqual([200, 404]);
    const page = (await app.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`)).body;
    expect(page.businessProfile.logoUrl).toBe(logo);
    expect(
      (await pdf(app.visitor, `/api/public/invoice/${invoice.publicId}/pdf`)).equals(first),
    ).toBe(true);
    // It can be chosen again, and goes out of no version.
    expect(await holds()).toEqual([]);
    await app.files.write(body.logo.key, await samplePicture('png', 40));
    expect(await holds()).toMatchObject([{ revision: 1, fault: 'logo altered' }]);
    await forget(invoice);
  });

  it('is what the mail server has accepted, and what was edited meanwhile is the next version', async () => {
    const peer = await openSmtpPeer();
    const { mailer } = app.services;
    const smtp = openSmtpMailer({ url: peer.url, from: 'billing@remit.example' }, app.services.log);
    await app.services.jobs.prepare();
    const invoice = await create('invoice', { notes: 'As it was sent' });
    const at = `/api/invoices/${invoice.id}`;
    try {
      app.services.mailer = {
        ...smtp,
        send: async (message) => {
          // Those of the tests before go as well.
          if (!message.subject.includes(invoice.invoiceNumber)) return smtp.send(message);
          expect(await get(at)).toMatchObject({ status: 'draft', revision: null });
          const taken = await smtp.send(message);
          const edited = await owner.call('PUT', at, { notes: 'Edited on the way' });
          expect([edited.status, edited.body.notes]).toEqual([200, 'Edited on the way']);
          return taken;
        },
      };
      expect((await owner.call('POST', `${at}/send-email`, {})).status).toBe(200);
      await app.services.jobs.drain();
    } finally {
      app.services.mailer = mailer;
      await peer.close();
    }
    expect(await get(at)).toMatchObject({ status: 'sent', revision: 2 });
    const [second, first] = await get(`${at}/revisions`);
    expect(second.changes).toEqual([
      { field: 'Notes', before: 'As it was sent', after: 'Edited on the way' },
    ]);
    expect(first.number).toBe(1);
    expect(await holds()).toEqual([]);
  });
});
