import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import { giveNumber } from '../../src/server/features/documents/index.ts';
import { createSeries } from '../../src/server/features/documents/number-series/save-number-series.ts';
import { lockAccount } from '../../src/server/features/invoices/account.ts';
import { markInvoiceSent } from '../../src/server/features/invoices/mark-invoice.ts';
import { changeInvoice } from '../../src/server/features/invoices/reconcile-invoice-status.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';

const RULE = { kind: 'invoice', pattern: 'RE-{YYYY}-{SEQ:4}' };
const NOON = new Date('2026-11-20T12:00:00Z');

describeOnDatabase('number series', { owned: true }, (db) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(db);
  });
  afterAll(() => app.close());

  /** A business whom no trial stops, with a customer. */
  async function business() {
    app.time.now = NOON;
    const owner = await app.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active' where id = $1`, [
      owner.businessId,
    ]);
    const { id: customerId } = (
      await owner.call('POST', '/api/customers', { name: 'Marta', email: 'marta@example.com' })
    ).body;
    const call = async (method: string, path: string, body?: object) =>
      (await owner.call(method, `/api/${path}`, body)).body;
    const invoice = (values: object = {}) =>
      call('POST', 'invoices', { ...anInvoice(customerId), invoiceNumber: '', ...values });
    const issue = (id: number) => call('POST', `invoices/${id}/issue`);
    /** An invoice that is issued on its issue date. @returns its number */
    const issued = async (issueDate = '2026-11-20') => {
      const at = { db, clock: { now: () => new Date(`${issueDate}T12:00:00Z`) } };
      const values = { invoiceNumber: '', issueDate, dueDate: '2028-12-31' };
      const draft = await createInvoice(at, owner.businessId, anInvoice(customerId, values));
      return (await markInvoiceSent(at, owner.businessId, draft.id)).invoiceNumber;
    };
    const series = (values: object = {}) => call('POST', 'number-series', { ...RULE, ...values });
    const list = () => call('GET', 'number-series');
    return { owner, customerId, call, invoice, issue, issued, series, list };
  }

  it('number invoices as they are issued, by whatever way', async () => {
    const { owner, call, invoice, series, list, customerId } = await business();
    const made = await owner.call('POST', '/api/number-series', RULE);
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...RULE,
        reset: 'year',
        yearStartMonth: 1,
        firstNumber: 1,
        nextNumbers: ['RE-2026-0001', 'RE-2026-0002', 'RE-2026-0003'],
        lastIssueDate: null,
        archivedAt: null,
        version: 1,
      },
    });
    expect(await call('GET', 'invoices/next-number')).toEqual({
      invoiceNumber: '',
    });
    const draft = await invoice();
    expect(draft).toMatchObject({ invoiceNumber: '', status: 'draft' });
    const others = [await invoice(), await invoice(), await invoice(), await invoice()];
    const numbers = [
      await call('POST', `invoices/${others[3].id}/issue`),
      await call('POST', `invoices/${others[0].id}/mark-sent`),
      await call('POST', `invoices/${others[1].id}/mark-paid`, { paymentMethod: 'cash' }),
      await call('PUT', `invoices/${others[2].id}`, { status: 'overdue' }),
      await invoice({ status: 'sent' }),
      await invoice({ status: 'paid' }),
      await call('POST', `invoices/${draft.id}/send-email`, {}),
    ].map(({ invoiceNumber, status, revision }) => [invoiceNumber, status, revision]);
    expect(numbers).toEqual([
      ['RE-2026-0001', 'sent', 1],
      ['RE-2026-0002', 'sent', 1],
      ['RE-2026-0003', 'paid', 1],
      ['RE-2026-0004', 'overdue', 1],
      ['RE-2026-0005', 'sent', 1],
      ['RE-2026-0006', 'paid', 1],
      ['RE-2026-0007', 'sent', 1],
    ]);
    expect(await call('GET', 'invoices?search=re-2026-0007')).toMatchObject([{ id: draft.id }]);
    expect(await list()).toMatchObject([
      {
        nextNumbers: ['RE-2026-0008', 'RE-2026-0009', 'RE-2026-0010'],
        lastIssueDate: '2026-11-20',
      },
    ]);
    // Asked again, it is answered as it is.
    expect(await call('POST', `invoices/${draft.id}/issue`)).toMatchObject({
      invoiceNumber: 'RE-2026-0007',
    });
    // Estimates are typed as before.
    expect(await call('POST', 'estimates', anEstimate(customerId))).toMatchObject({
      estimateNumber: expect.stringMatching(/^EST-/),
    });
    await series({ kind: 'estimate', pattern: 'Q{SEQ}' });
    const quote = await call('POST', 'estimates', anEstimate(customerId, { estimateNumber: '' }));
    expect(quote.estimateNumber).toBe('');
    expect(await call('POST', `estimates/${quote.id}/convert`)).toMatchObject({
      invoiceNumber: '',
      estimate: { estimateNumber: 'Q1' },
    });
    const accepted = anEstimate(customerId, { estimateNumber: '', status: 'accepted' });
    expect(await call('POST', 'estimates', accepted)).toMatchObject({
      estimateNumber: 'Q2',
      invoice: { invoiceNumber: '' },
    });
    const sent = await call('POST', 'estimates', anEstimate(customerId, { estimateNumber: '' }));
    expect(await call('POST', `estimates/${sent.id}/send-email`, {})).toMatchObject({
      estimateNumber: 'Q3',
      status: 'sent',
      emails: [{ subject: expect.stringMatching(/^Estimate Q3 from/), status: 'queued' }],
    });
  });

  it('send what is issued: a message that fails leaves it issued', async () => {
    const { call, invoice, series } = await business();
    await series();
    const { id } = await invoice();
    const subject = 'Your invoice {number}';
    expect(await call('POST', `invoices/${id}/send-email`, { subject })).toMatchObject({
      status: 'sent',
      invoiceNumber: 'RE-2026-0001',
      emails: [{ subject: 'Your invoice RE-2026-0001', status: 'queued' }],
    });
    const { mailer } = app.services;
    app.services.mailer = {
      ...mailer,
      kind: 'smtp',
      send: () => Promise.reject(new Error('down')),
    };
    await app.services.jobs.drain().catch(() => undefined);
    app.services.mailer = mailer;
    expect(await call('GET', `invoices/${id}`)).toMatchObject({
      status: 'sent',
      invoiceNumber: 'RE-2026-0001',
      revision: 1,
    });
  });

  it('begin anew with each year, month or fiscal year of the issue date', async () => {
    const yearly = await business();
    await yearly.series({ firstNumber: 57 });
    expect(await yearly.issued('2026-12-30')).toBe('RE-2026-0057');
    expect(await yearly.issued('2026-12-31')).toBe('RE-2026-0058');
    expect(await yearly.issued('2027-01-01')).toBe('RE-2027-0001');

    const monthly = await business();
    await monthly.series({ pattern: '{YY}{MM}-{SEQ}' });
    expect(await monthly.issued('2026-11-30')).toBe('2611-1');
    expect(await monthly.issued('2026-12-01')).toBe('2612-1');
    expect(await monthly.issued('2026-12-31')).toBe('2612-2');

    const fiscal = await business();
    await fiscal.series({ pattern: 'F{YYYY}/{SEQ:2}', yearStartMonth: 4 });
    expect(await fiscal.issued('2027-03-31')).toBe('F2026/01');
    expect(await fiscal.issued('2027-04-01')).toBe('F2027/01');

    const never = await business();
    await never.series({ reset: 'never' });
    expect(await never.issued('2026-12-31')).toBe('RE-2026-0001');
    expect(await never.issued('2027-01-01')).toBe('RE-2027-0002');
  });

  it('keep to the order of dates, where the business is', async () => {
    const { call, invoice, issue, series, owner } = await business();
    await saveProfile(owner, { businessName: 'Quill', timeZone: 'Pacific/Auckland' });
    await series();
    const draft = async (issueDate: string) => (await invoice({ issueDate })).id;
    // In Auckland it is the 21st already.
    app.time.now = new Date('2026-11-20T12:00:00Z');
    expect(await issue(await draft('2026-11-21'))).toMatchObject({ invoiceNumber: 'RE-2026-0001' });
    const refused = async (answer: { status: number; body: object }, message: string) => {
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', message, fields: [{ path: 'issueDate', message }] },
      });
    };
    const future =
      'The issue date must not be in the future: numbers are assigned in the order of dates, and today is Nov 21, 2026';
    const past =
      'The issue date must not be before Nov 21, 2026, the date of the last number of this series';
    const [tomorrow, yesterday] = [await draft('2026-11-22'), await draft('2026-11-20')];
    for (const [path, body] of [
      ['issue', undefined],
      ['mark-sent', undefined],
      ['mark-paid', { paymentMethod: 'cash' }],
      ['send-email', {}],
    ] as const) {
      await refused(await owner.call('POST', `/api/invoices/${tomorrow}/${path}`, body), future);
      await refused(await owner.call('POST', `/api/invoices/${yesterday}/${path}`, body), past);
    }
    await refused(await owner.call('PUT', `/api/invoices/${tomorrow}`, { status: 'sent' }), future);
    await refused(
      await owner.call('POST', '/api/invoices', {
        ...(await call('GET', `invoices/${yesterday}`)),
        status: 'sent',
      }),
      past,
    );
    expect(await call('GET', `invoices/${yesterday}`)).toMatchObject({
      status: 'draft',
      invoiceNumber: '',
      emails: [],
    });
    await call('PUT', `invoices/${yesterday}`, { issueDate: '2026-11-21' });
    expect(await issue(yesterday)).toMatchObject({ invoiceNumber: 'RE-2026-0002' });
  });

  it('number what money has come for of today, where its own date is none of the series', async () => {
    const { owner, issued, series } = await business();
    await series();
    await issued('2026-11-19');
    const give = (issueDate: string, key: string | null = null) =>
      withTransaction(db, (tx) =>
        giveNumber(
          tx,
          'invoice',
          { businessId: owner.businessId, issueDate, numberKey: key, searchText: '\nmarta' },
          NOON,
          'today',
        ),
      );
    for (const [date, number] of [
      ['2026-11-18', 'RE-2026-0002'],
      ['2026-12-01', 'RE-2026-0003'],
    ] as const) {
      expect(await give(date)).toMatchObject({
        invoiceNumber: number,
        numberKey: number.toLowerCase(),
        searchText: `${number.toLowerCase()}\nmarta`,
        issueDate: '2026-11-20',
      });
    }
    expect(await give('2026-12-01', 'inv-1')).toBe(undefined);
  });

  it('leave no gap and make no double, 64 at once with every third failing', async () => {
    const { owner, customerId, issue, invoice, series } = await business();
    await series();
    const { businessId } = owner;
    const drafts = [];
    for (let n = 0; n < 64; n += 1) {
      const input = { ...anInvoice(customerId), invoiceNumber: '' };
      drafts.push(await createInvoice(app.services, businessId, input));
    }
    const outcomes = await Promise.allSettled(
      drafts.map(({ id }, n) =>
        withTransaction(db, async (tx) => {
          const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
          await changeInvoice(tx, account, id, { status: 'sent' }, NOON);
          if (n % 3 === 0) throw new Error('it dies at the last moment');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(22);
    const numbers = async () => {
      const { rows } = await db.pool.query<{ number: string }>(
        `select invoice_number as number from invoices
         where business_id = $1 and status <> 'draft' order by 1`,
        [businessId],
      );
      return rows.map(({ number }) => number);
    };
    const sequence = (count: number) =>
      Array.from({ length: count }, (_, n) => `RE-2026-${String(n + 1).padStart(4, '0')}`);
    expect(await numbers()).toEqual(sequence(42));
    // The same over HTTP, each twice: the failed ones, and new ones.
    const failed = drafts.filter((_, n) => n % 3 === 0);
    const more = [await invoice(), await invoice()];
    await Promise.all([...failed, ...more, ...failed].map(({ id }) => issue(id)));
    expect(await numbers()).toEqual(sequence(66));
    const { rows } = await db.pool.query(
      `select period, last_number::int as last from number_series_counters where business_id = $1`,
      [businessId],
    );
    expect(rows).toEqual([{ period: '2026', last: 66 }]);
  });

  describe('when they begin', () => {
    it('take the numbers off drafts that were never issued', async () => {
      const { call, customerId, series, issue } = await business();
      const typed = (number: string, values: object = {}) =>
        call('POST', 'invoices', anInvoice(customerId, { invoiceNumber: number, ...values }));
      const draft = await typed('INV-1');
      const gone = await typed('INV-2');
      await call('DELETE', `invoices/${gone.id}`);
      const sent = await typed('INV-3', { status: 'sent' });
      const reopened = await typed('INV-4', { status: 'sent' });
      await call('PUT', `invoices/${reopened.id}`, { status: 'draft' });
      const mailed = await typed('INV-5');
      await call('POST', `invoices/${mailed.id}/send-email`, {});
      await series({ pattern: 'INV-{SEQ}', firstNumber: 6 });
      const number = async ({ id }: { id: number }) =>
        (await call('GET', `invoices/${id}`)).invoiceNumber;
      expect(await Promise.all([draft, sent, reopened, mailed].map(number))).toEqual([
        '',
        'INV-3',
        'INV-4',
        'INV-5',
      ]);
      expect(await call('POST', `invoices/${gone.id}/restore`)).toMatchObject({
        invoiceNumber: '',
      });
      expect(await call('GET', 'invoices?search=INV-1')).toEqual([]);
      expect(await issue(draft.id)).toMatchObject({ invoiceNumber: 'INV-6' });
      // What was out keeps its number, and a message that was on its way brings what it says.
      expect(await issue(reopened.id)).toMatchObject({ invoiceNumber: 'INV-4' });
      await app.services.jobs.drain();
      expect(await call('GET', `invoices/${mailed.id}`)).toMatchObject({
        status: 'sent',
        invoiceNumber: 'INV-5',
      });
    });

    it('are refused where they would give a number again', async () => {
      const { owner, customerId, call, series, issued } = await business();
      for (const number of ['re-2026-0041', 'RE-2025-0900', 'RE-2026-7', 'RE-2027-0001']) {
        await call('POST', 'invoices', {
          ...anInvoice(customerId),
          invoiceNumber: number,
          status: 'sent',
        });
      }
      const message =
        'RE-2026-0041 is already used, and the series would assign it again. Start with 42 or higher, or change the pattern.';
      const refused = await owner.call('POST', '/api/number-series', { ...RULE, firstNumber: 41 });
      expect(refused).toMatchObject({
        status: 400,
        body: { message, fields: [{ path: 'firstNumber', message }] },
      });
      expect(await call('GET', 'number-series')).toEqual([]);
      const { id } = await series({ firstNumber: 42 });
      expect(await issued()).toBe('RE-2026-0042');
      // One of a period to come is seen then.
      const later = { db, clock: { now: () => new Date('2027-01-02T12:00:00Z') } };
      const values = { invoiceNumber: '', issueDate: '2027-01-02', dueDate: '2027-02-02' };
      const draft = await createInvoice(later, owner.businessId, anInvoice(customerId, values));
      const taken =
        'Invoice number RE-2027-0001, the next of the series, is already used. Replace the series with one that has another pattern or a higher first number.';
      await expect(markInvoiceSent(later, owner.businessId, draft.id)).rejects.toMatchObject({
        code: 'NUMBER_TAKEN',
        message: taken,
        details: { fields: [{ path: 'invoiceNumber', message: taken }] },
      });
      const replacement = {
        kind: 'invoice',
        pattern: RULE.pattern,
        firstNumber: 2,
        replaces: id,
      } as const;
      const replaced = await createSeries(later, owner.businessId, replacement);
      expect(await markInvoiceSent(later, owner.businessId, draft.id)).toMatchObject({
        invoiceNumber: 'RE-2027-0002',
      });
      expect(await call('GET', 'number-series')).toMatchObject([
        { id: replaced.id, archivedAt: null },
        { id, archivedAt: expect.any(String) },
      ]);
    });
  });

  it('refuse numbers that are typed, and another date than the number was given for', async () => {
    const { owner, call, customerId, invoice, issue, series } = await business();
    await series();
    const message =
      'Invoice numbers come from a series: leave this empty, the number is assigned when the invoice is issued';
    const typed = {
      status: 409,
      body: { code: 'CONFLICT', message, fields: [{ path: 'invoiceNumber', message }] },
    };
    const input = anInvoice(customerId, { invoiceNumber: 'MINE-1' });
    expect(await owner.call('POST', '/api/invoices', input)).toMatchObject(typed);
    const draft = await invoice();
    const path = `/api/invoices/${draft.id}`;
    expect(await owner.call('PUT', path, { invoiceNumber: 'MINE-1' })).toMatchObject(typed);
    // As it was answered it changes nothing.
    expect(await owner.call('PUT', path, draft)).toMatchObject({ status: 200 });
    const issued = await issue(draft.id);
    expect(await owner.call('PUT', path, issued)).toMatchObject({ status: 200 });
    expect(await owner.call('PUT', path, { invoiceNumber: 'MINE-1' })).toMatchObject(typed);
    expect(await owner.call('PUT', path, { invoiceNumber: '' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'invoiceNumber', message: 'Invoice number is required' }] },
    });
    const date = 'RE-2026-0001 was assigned for its issue date, so that date can no longer change';
    expect(await owner.call('PUT', path, { issueDate: '2026-11-19' })).toMatchObject({
      status: 409,
      body: { message: date, fields: [{ path: 'issueDate', message: date }] },
    });
    const kept =
      'Invoice RE-2026-0001 has a number of a series and cannot be deleted. Credit this invoice, or correct it.';
    expect(await owner.call('DELETE', path)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: kept },
    });
    // Set back it keeps its number, which would otherwise be missing.
    expect(await call('PUT', `invoices/${draft.id}`, { status: 'draft' })).toMatchObject({
      invoiceNumber: 'RE-2026-0001',
    });
    expect(await owner.call('DELETE', path)).toMatchObject({ status: 409 });
    expect(await issue(draft.id)).toMatchObject({ invoiceNumber: 'RE-2026-0001' });
    // A draft that never had one goes without a trace.
    const other = await invoice();
    expect(await owner.call('DELETE', `/api/invoices/${other.id}`)).toMatchObject({ status: 200 });
    expect((await invoice({ status: 'sent' })).invoiceNumber).toBe('RE-2026-0002');
    await series({ kind: 'estimate', pattern: 'Q{SEQ}' });
    const quote = await call('POST', 'estimates', {
      ...anEstimate(customerId),
      estimateNumber: '',
      status: 'sent',
    });
    expect(await owner.call('DELETE', `/api/estimates/${quote.id}`)).toMatchObject({
      status: 409,
      body: {
        message:
          'Estimate Q1 has a number of a series and cannot be deleted. Mark it as rejected instead.',
      },
    });
  });

  it('are archived: numbers are typed again, and a draft without one gets what is suggested', async () => {
    const { owner, call, customerId, invoice, issue, series } = await business();
    const { id } = await series();
    const draft = await invoice();
    const archived = await call('POST', `number-series/${id}/archive`);
    expect(archived).toMatchObject({ archivedAt: expect.any(String), version: 2 });
    expect(await call('POST', `number-series/${id}/archive`)).toEqual(archived);
    expect(await owner.call('PUT', `/api/number-series/${id}`, { firstNumber: 2 })).toMatchObject({
      status: 409,
      body: { message: 'This series is archived.' },
    });
    expect(await call('GET', 'invoices/next-number')).toMatchObject({
      invoiceNumber: expect.stringMatching(/^INV-2026-/),
    });
    const required = {
      status: 400,
      body: { fields: [{ path: 'invoiceNumber', message: 'Invoice number is required' }] },
    };
    const empty = { ...anInvoice(customerId), invoiceNumber: '' };
    expect(await owner.call('POST', '/api/invoices', empty)).toMatchObject(required);
    const { invoiceNumber: _none, ...absent } = empty;
    expect(await owner.call('POST', '/api/invoices', absent)).toMatchObject(required);
    const other = await call('POST', 'invoices', anInvoice(customerId));
    expect(
      await owner.call('PUT', `/api/invoices/${other.id}`, { invoiceNumber: '' }),
    ).toMatchObject(required);
    expect(await issue(draft.id)).toMatchObject({
      status: 'sent',
      invoiceNumber: expect.stringMatching(/^INV-2026-\d{4}$/),
    });
  });

  it('change until they have given a number', async () => {
    const { owner, call, issued, series } = await business();
    const made = await series();
    const path = `/api/number-series/${made.id}`;
    const changed = await owner.call('PUT', path, {
      pattern: 'A{SEQ:3}',
      firstNumber: 5,
      version: 1,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { reset: 'never', nextNumbers: ['A005', 'A006', 'A007'], version: 2 },
    });
    expect(await owner.call('PUT', path, { firstNumber: 9, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: changed.body },
    });
    expect(await issued()).toBe('A005');
    expect(await owner.call('PUT', path, { firstNumber: 9 })).toMatchObject({
      status: 409,
      body: {
        message:
          'This series has already assigned numbers and cannot change. Replace it with a new one.',
      },
    });
    expect(await call('GET', 'number-series')).toMatchObject([
      { nextNumbers: ['A006', 'A007', 'A008'] },
    ]);
  });

  it('are one for a kind, also when many begin at once; the same key makes one', async () => {
    const { owner, list } = await business();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.call('POST', '/api/number-series', RULE)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
    const message = 'Invoices already have the series RE-{YYYY}-{SEQ:4}: archive or replace it';
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'CONFLICT', message, fields: [{ path: 'kind', message }] },
    });
    const once = () =>
      owner.call(
        'POST',
        '/api/number-series',
        { ...RULE, kind: 'credit_note' },
        {
          'idempotency-key': 'series-1',
        },
      );
    const same = await Promise.all([once(), once(), once()]);
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    expect(await list()).toHaveLength(2);
  });

  it('know nothing of another business’s, and need a session', async () => {
    const ada = await business();
    const eve = await business();
    const theirs = await eve.series();
    const missing = {
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Number series not found' },
    };
    for (const id of [theirs.id, 999_999_999]) {
      const at = `/api/number-series/${id}`;
      expect(await ada.owner.call('PUT', at, { firstNumber: 3 })).toMatchObject(missing);
      expect(await ada.owner.call('POST', `${at}/archive`)).toMatchObject(missing);
      const replacing = { ...RULE, replaces: id };
      expect(await ada.owner.call('POST', '/api/number-series', replacing)).toMatchObject({
        ...missing,
        body: { fields: [{ path: 'replaces' }] },
      });
    }
    expect(await ada.list()).toEqual([]);
    expect(await eve.list()).toEqual([theirs]);
    const draft = await eve.invoice();
    expect(await ada.owner.call('POST', `/api/invoices/${draft.id}/issue`)).toMatchObject({
      status: 404,
    });
    for (const [method, path] of [
      ['GET', 'number-series'],
      ['POST', 'number-series'],
      ['PUT', 'number-series/1'],
      ['POST', 'number-series/1/archive'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect(await app.visitor.call(method, `/api/${path}`, body)).toMatchObject({ status: 401 });
    }
  });

  describe('refuse', () => {
    let owner: Caller;
    beforeAll(async () => {
      ({ owner } = await business());
    });
    it.each<[object, string, string]>([
      [{ kind: 'receipt' }, 'kind', 'Kind must be invoice, estimate, credit_note'],
      [
        { pattern: 'RE-{YYYY}' },
        'pattern',
        'The pattern needs a counter: add {SEQ}, or {SEQ:4} for 0001',
      ],
      [
        { pattern: 'RE-{SEQ}', reset: 'year' },
        'pattern',
        'A counter that restarts each year would repeat numbers: add {YYYY} or {YY}',
      ],
      [
        { reset: 'month' },
        'pattern',
        'A counter that restarts each month would repeat numbers: add {MM} and {YYYY} or {YY}',
      ],
    ])('%j', async (values, path, message) => {
      const refusal = { status: 400, body: { code: 'VALIDATION', fields: [{ path, message }] } };
      const answer = await owner.call('POST', '/api/number-series', { ...RULE, ...values });
      expect(answer).toMatchObject(refusal);
      expect((await owner.call('GET', '/api/number-series')).body).toEqual([]);
    });
  });
});
