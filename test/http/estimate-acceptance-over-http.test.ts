import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireEstimates } from '../../src/server/features/estimates/index.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import { saveProfile } from '../factories/profile.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { CreditWorld } from './credit-world.ts';
import { openCreditWorld } from './credit-world.ts';
import type { Answer, Caller } from './test-app.ts';

const TYPED = { way: 'typed' };
const DRAWN = {
  way: 'drawn',
  strokes: [
    [
      [100, 200],
      [300, 100],
      [500, 300],
    ],
    [[520, 300]],
  ],
};
const CHANGED = 'This estimate has changed since you opened it. Read it again before you decide.';
const ACCEPTED = [409, 'CONFLICT', 'This estimate has already been accepted.'];
const DECLINED = 'This estimate was declined. Contact the business if you changed your mind.';

describeOnDatabase('estimates that customers answer', { owned: true }, (db) => {
  let world: CreditWorld;
  let ada: Caller;
  let visitor: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ({ ada } = world);
    ({ visitor } = world.test);
    const saved = await saveProfile(ada, {
      businessName: 'Quill Studio',
      timeZone: 'Pacific/Auckland',
    });
    expect(saved.status).toBeLessThan(300);
  });
  afterAll(async () => {
    for (const { businessId } of [world.ada, world.eve]) await checkLedger(db, businessId);
    await world.test.close();
  });
  beforeEach(() => {
    world.test.time.now = new Date('2026-11-20T12:00:00Z');
  });

  let n = 0;
  async function estimate(values: object = {}) {
    n += 1;
    const { invoiceNumber: _number, dueDate, status: _status, ...form } = world.invoiceForm();
    const made = await ada.call('POST', '/api/estimates', {
      ...form,
      status: 'sent',
      estimateNumber: `EST-A-${n}`,
      expiryDate: dueDate,
      terms: 'Half in advance.',
      ...values,
    });
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return made.body;
  }
  type Estimate = { id: number; publicId: string };
  const open = async ({ publicId }: Estimate) =>
    (await visitor.call('GET', `/api/public/estimate/${publicId}`)).body.estimate;
  const read = async ({ id }: Estimate) => (await ada.call('GET', `/api/estimates/${id}`)).body;
  async function accept(quote: Estimate, values: object = {}, who = visitor): Promise<Answer> {
    const { hash } = await open(quote);
    return who.call(
      'POST',
      `/api/public/estimate/${quote.publicId}/accept`,
      { hash, name: 'Marta Lindqvist', signature: TYPED, agreed: true, ...values },
      { 'user-agent': 'A browser' },
    );
  }
  async function decline(quote: Estimate, values: object = {}): Promise<Answer> {
    const { hash } = await open(quote);
    const path = `/api/public/estimate/${quote.publicId}/decline`;
    return visitor.call('POST', path, { hash, ...values });
  }
  const types = async (quote: Estimate): Promise<string[]> =>
    (await read(quote)).history.map(({ type }: { type: string }) => type);
  const newest = async () => (await ada.call('GET', '/api/notifications')).body[0];
  const refused = (answer: Answer) => [answer.status, answer.body.code, answer.body.message];

  it('are accepted with name, terms, time, address and what was seen', async () => {
    const quote = await estimate({ onAcceptance: 'nothing' });
    const before = await open(quote);
    expect(before).toMatchObject({ isOpen: true, acceptance: null, toPay: null });
    const answer = await accept(quote, { signature: DRAWN });
    expect(answer.status).toBe(200);
    expect(answer.body.estimate).toMatchObject({
      status: 'accepted',
      isOpen: false,
      hash: before.hash,
      acceptance: { name: 'Marta Lindqvist', acceptedAt: '2026-11-20T12:00:00.000Z', revision: 1 },
      toPay: null,
    });
    const { body: versions } = await ada.call('GET', `/api/estimates/${quote.id}/revisions`);
    expect(await read(quote)).toMatchObject({
      status: 'accepted',
      invoice: null,
      acceptance: {
        name: 'Marta Lindqvist',
        way: 'drawn',
        strokes: DRAWN.strokes,
        terms: 'Half in advance.',
        acceptedAt: '2026-11-20T12:00:00.000Z',
        timeZone: 'Pacific/Auckland',
        ipAddress: '127.0.0.1',
        userAgent: 'A browser',
        currency: 'USD',
        total: quote.total,
        revision: 1,
        sha256: versions[0].sha256,
      },
    });
    expect(await newest()).toMatchObject({
      type: 'estimate.accepted',
      message: expect.stringMatching(/^Harbor & Pine Coffee accepted EST-A-\d+$/),
      isRead: false,
    });
  });

  const drawn = (strokes: unknown) => ({ signature: { way: 'drawn', strokes } });
  it('are not accepted without a name', async () => {
    const quote = await estimate();
    const answer = await accept(quote, { name: ' ' });
    const fields = [{ path: 'name', message: 'Name is required' }];
    expect([answer.status, answer.body.fields]).toEqual([400, fields]);
    expect(await read(quote)).toMatchObject({ status: 'sent', acceptance: null });
  });

  it('are accepted with as long a signature as may be drawn', async () => {
    const quote = await estimate({ onAcceptance: 'nothing' });
    const stroke = Array.from({ length: 5_000 }, (_, index) => [999 - (index % 2), 400]);
    expect((await accept(quote, drawn([stroke]))).status).toBe(200);
    expect((await read(quote)).acceptance.strokes).toEqual([stroke]);
  });

  it('are accepted once, by sixteen at once as by one after another', async () => {
    const quote = await estimate({ onAcceptance: 'send' });
    const names = Array.from({ length: 16 }, (_, index) => `Visitor ${index}`);
    const answers = await Promise.all(names.map((name) => accept(quote, { name })));
    const accepted = await read(quote);
    const [first, ...more] = answers.filter(({ status }) => status === 200);
    expect([first?.body.estimate.acceptance.name, more]).toEqual([accepted.acceptance.name, []]);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.map(refused)).toEqual(others.map(() => ACCEPTED));
    const again = await accept(quote, { name: accepted.acceptance.name });
    expect([again.status, again.body.estimate.acceptance.name]).toEqual([
      200,
      accepted.acceptance.name,
    ]);
    const count = `select count(*)::int from estimate_answers where estimate_id = $1`;
    expect((await db.pool.query(count, [quote.id])).rows).toEqual([{ count: 1 }]);
    const made = `select count(*)::int from invoices i
      where i.id = (select e.invoice_id from estimates e where e.id = $1) and i.status = 'sent'`;
    expect((await db.pool.query(made, [quote.id])).rows).toEqual([{ count: 1 }]);
    expect((await types(quote)).filter((type) => type === 'estimate.accepted')).toHaveLength(1);
  });

  it('that are accepted and declined at once are one of the two', async () => {
    const quote = await estimate();
    const [yes, no] = await Promise.all([accept(quote), decline(quote)]);
    const { status } = await read(quote);
    if (status === 'accepted') {
      expect(yes.status).toBe(200);
      expect(refused(no)).toEqual(ACCEPTED);
    } else {
      expect([status, no.status]).toEqual(['rejected', 200]);
      expect(refused(yes)).toEqual([409, 'CONFLICT', DECLINED]);
    }
  });

  it('are declined with a reason, once, and not accepted after that', async () => {
    const quote = await estimate();
    const answer = await decline(quote, { reason: ' Too late for us ' });
    expect(answer.body.estimate).toMatchObject({ status: 'rejected', isOpen: false });
    expect((await decline(quote, { reason: 'Again' })).status).toBe(200);
    const { history } = await read(quote);
    expect(history.filter(({ type }: { type: string }) => type === 'estimate.declined')).toEqual([
      expect.objectContaining({ data: { reason: 'Too late for us' } }),
    ]);
    expect(await newest()).toMatchObject({
      type: 'estimate.declined',
      message: expect.stringMatching(
        /^Harbor & Pine Coffee declined EST-A-\d+: Too late for us\.$/,
      ),
    });
    expect(refused(await accept(quote))).toEqual([409, 'CONFLICT', DECLINED]);
  });

  it('that changed since they were opened are shown again first', async () => {
    const quote = await estimate();
    const { hash } = await open(quote);
    const edit = await ada.call('PUT', `/api/estimates/${quote.id}`, { notes: 'Cheaper' });
    expect(edit.status).toBe(200);
    expect(refused(await accept(quote, { hash }))).toEqual([409, 'STALE', CHANGED]);
    expect(refused(await decline(quote, { hash }))).toEqual([409, 'STALE', CHANGED]);
    expect((await accept(quote)).body.estimate.acceptance.revision).toBe(2);
  });

  it('are open through their last day where the business is, before and after the job', async () => {
    const [first, second] = [await estimate(), await estimate()];
    // The last day, Dec 03, ends in Auckland at 11:00 UTC.
    world.test.time.now = new Date('2026-12-03T10:59:00Z');
    expect((await accept(first)).status).toBe(200);
    world.test.time.now = new Date('2026-12-03T11:00:00Z');
    const over = 'This estimate expired on Dec 03, 2026. Ask the business for a new one.';
    expect(await open(second)).toMatchObject({ status: 'expired', isOpen: false });
    expect(refused(await accept(second))).toEqual([409, 'CONFLICT', over]);
    const [raced] = await Promise.all([accept(second), expireEstimates(world.test.services)]);
    expect(refused(raced)).toEqual([409, 'CONFLICT', over]);
    expect((await read(second)).status).toBe('expired');
    expect(refused(await decline(second))).toEqual([409, 'CONFLICT', over]);
  });

  it('are nobody’s to accept who lacks the link, and not the business’s own', async () => {
    const quote = await estimate();
    const { hash } = await open(quote);
    const own = await accept(quote, {}, ada);
    expect(refused(own)).toEqual([
      409,
      'CONFLICT',
      'You are signed in as the business. Open the estimate in Remit to mark it as accepted or rejected.',
    ]);
    const body = { hash, name: 'Eve', signature: TYPED, agreed: true };
    const { publicId: ofInvoice } = (await ada.call('POST', '/api/invoices', world.invoiceForm()))
      .body;
    for (const id of [String(quote.id), 'f'.repeat(32), ofInvoice, '..']) {
      const path = `/api/public/estimate/${encodeURIComponent(id)}`;
      for (const who of [visitor, world.eve]) {
        expect((await who.call('POST', `${path}/accept`, body)).status).toBe(404);
        expect((await who.call('POST', `${path}/decline`, { hash })).status).toBe(404);
      }
    }
    const draft = await estimate({ status: 'draft' });
    const asked = await visitor.call('POST', `/api/public/estimate/${draft.publicId}/accept`, body);
    expect(asked.status).toBe(404);
    const gone = await estimate();
    await ada.call('DELETE', `/api/estimates/${gone.id}`);
    const late = await visitor.call('POST', `/api/public/estimate/${gone.publicId}/accept`, body);
    expect(late.status).toBe(404);
    expect((await read(quote)).status).toBe('sent');
  });

  it('that the business has answered are not answered by the customer any more', async () => {
    const quote = await estimate();
    await ada.call('POST', `/api/estimates/${quote.id}/accept`);
    expect(refused(await accept(quote))).toEqual(ACCEPTED);
    expect(refused(await decline(quote))).toEqual(ACCEPTED);
    expect((await read(quote)).acceptance).toBeNull();
    const other = await estimate();
    await ada.call('POST', `/api/estimates/${other.id}/reject`);
    expect(refused(await decline(other))).toEqual([409, 'CONFLICT', DECLINED]);
    expect(refused(await accept(other))).toEqual([409, 'CONFLICT', DECLINED]);
  });

  describe('what follows', () => {
    it.each([
      [undefined, 'draft'],
      ['draft', 'draft'],
      ['send', 'sent'],
    ])('of %s is the invoice as %s', async (onAcceptance, status) => {
      const quote = await estimate({ onAcceptance });
      const { body } = await accept(quote);
      const { invoice } = await read(quote);
      const made = (await ada.call('GET', `/api/invoices/${invoice.id}`)).body;
      expect(made).toMatchObject({ status, total: quote.total });
      expect(body.estimate.toPay).toEqual(
        status === 'draft'
          ? null
          : {
              id: made.publicId,
              invoiceNumber: made.invoiceNumber,
              isDeposit: false,
              currency: 'USD',
              amountDue: quote.total,
            },
      );
    });

    it('is the deposit invoice, issued, sent and to be paid at once', async () => {
      const quote = await estimate({ onAcceptance: 'send', deposit: { percent: '30' } });
      const { body } = await accept(quote);
      const accepted = await read(quote);
      expect(accepted).toMatchObject({
        invoice: null,
        depositInvoices: [{ status: 'sent', total: '56.11' }],
      });
      const deposit = accepted.depositInvoices[0];
      const invoice = (await ada.call('GET', `/api/invoices/${deposit.id}`)).body;
      expect(invoice).toMatchObject({ invoiceType: 'deposit', emails: [{ kind: 'invoice' }] });
      const { toPay } = body.estimate;
      expect(toPay).toMatchObject({ id: invoice.publicId, isDeposit: true, amountDue: '56.11' });
      const pays = await visitor.call('GET', `/api/public/invoice/${toPay.id}`);
      expect(pays.body.invoice).toMatchObject({ status: 'sent', amountDue: '56.11' });
      await ada.call('POST', `/api/invoices/${deposit.id}/mark-paid`, { paymentMethod: 'cash' });
      expect((await open(quote)).toPay).toBeNull();
      const final = await ada.call('POST', `/api/estimates/${quote.id}/convert`);
      expect(final.body).toMatchObject({ total: '130.91', whole: { total: quote.total } });
      expect((await read(quote)).acceptance.name).toBe('Marta Lindqvist');
    });

    it('is what the profile says, where the estimate says nothing', async () => {
      const save = (onAcceptance: string) =>
        saveProfile(ada, { businessName: 'Quill Studio', onAcceptance });
      expect((await save('nothing')).body.onAcceptance).toBe('nothing');
      const quote = await estimate();
      await accept(quote);
      expect(await read(quote)).toMatchObject({ status: 'accepted', invoice: null });
      // The owner’s save of something else makes nothing, either.
      await ada.call('PUT', `/api/estimates/${quote.id}`, { status: 'accepted' });
      expect((await read(quote)).invoice).toBeNull();
      const invoice = await ada.call('POST', `/api/estimates/${quote.id}/convert`);
      expect(invoice.body.total).toBe(quote.total);
      await save('draft');
      const wrong = await save('post');
      expect(refused(wrong).at(-1)).toBe('After acceptance must be nothing, draft or send');
    });

    it('leaves the acceptance standing where it cannot be made, and its owner is told', async () => {
      const plan = (status: string, used: number) =>
        db.pool.query(
          `update businesses set subscription_status = $2, trial_invoices_used = $3 where id = $1`,
          [ada.businessId, status, used],
        );
      const quote = await estimate({ onAcceptance: 'send' });
      await plan('trial', 1_000);
      const answer = await accept(quote);
      await plan('active', 0);
      expect(answer.body.estimate).toMatchObject({ status: 'accepted', toPay: null });
      const after = await read(quote);
      expect(after).toMatchObject({ status: 'accepted', invoice: null });
      expect(after.acceptance.name).toBe('Marta Lindqvist');
      const failed = after.history.find(
        ({ type }: { type: string }) => type === 'estimate.not_followed',
      );
      expect(failed.data.reason).toMatch(/free|plan|trial/i);
      const { body: news } = await ada.call('GET', '/api/notifications');
      expect(news.slice(0, 2).map(({ title }: { title: string }) => title)).toEqual([
        'Accepted, but not invoiced',
        'Estimate accepted',
      ]);
      const made = await ada.call('POST', `/api/estimates/${quote.id}/convert`);
      expect(made.body.total).toBe(quote.total);
    });
  });

  it('do not change under the signature: what is changed is accepted anew', async () => {
    const quote = await estimate({ onAcceptance: 'nothing' });
    await accept(quote);
    const path = `/api/estimates/${quote.id}`;
    const kept = await ada.call('PUT', path, { notes: 'Something else' });
    expect(refused(kept)).toEqual([
      409,
      'CONFLICT',
      'The customer accepted this estimate online. Set it back to draft or sent to change it; it then needs to be accepted again.',
    ]);
    expect((await read(quote)).acceptance.revision).toBe(1);
    await ada.call('PUT', path, { status: 'sent', notes: 'Something else' });
    expect(await read(quote)).toMatchObject({ status: 'sent', acceptance: null });
    await accept(quote, { name: 'Marta, again' });
    expect((await read(quote)).acceptance).toMatchObject({ name: 'Marta, again', revision: 2 });
    const rows = await db.pool.query(
      'select number, revision from estimate_answers where estimate_id = $1 order by number',
      [quote.id],
    );
    expect(rows.rows).toEqual([
      { number: 1, revision: 1 },
      { number: 2, revision: 2 },
    ]);
    // By hand, no signature of before comes back.
    await ada.call('POST', `${path}/mark-sent`);
    await ada.call('POST', `${path}/accept`);
    expect(await read(quote)).toMatchObject({ status: 'accepted', acceptance: null });
  });

  it('carry a certificate on the accepted copy, which the customer is sent', async () => {
    const quote = await estimate({ onAcceptance: 'nothing' });
    const text = async (path: string) => {
      const { status, raw } = await ada.call('GET', path);
      expect(status).toBe(200);
      return pdfText(raw);
    };
    await accept(quote, { signature: DRAWN });
    const { acceptance, emails } = await read(quote);
    const copy = await text(`/api/public/estimate/${quote.publicId}/pdf`);
    for (const said of [
      'Acceptance certificate',
      'Marta Lindqvist',
      `${quote.estimateNumber}, version 1`,
      'Nov 21, 2026, 1:00:00 AM',
      'Pacific/Auckland',
      '2026-11-20T12:00:00.000Z',
      '127.0.0.1',
    ]) {
      expect(copy).toContain(said);
    }
    expect(copy.replaceAll(/\s/g, '')).toContain(acceptance.sha256);
    const sealed = await text(`/api/estimates/${quote.id}/revisions/1/pdf`);
    expect(sealed).not.toContain('Acceptance certificate');
    expect(emails).toMatchObject([
      {
        kind: 'acceptance',
        to: 'marta@harborandpine.example',
        subject: `You accepted estimate ${quote.estimateNumber} from Quill Studio`,
      },
    ]);
  });
});
