import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import { anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('a customer’s account over HTTP', { owned: true }, (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active'`);
  });
  afterAll(() => test.close());

  const customer = async (values: object = {}) => {
    const made = await ada.call('POST', '/api/customers', { name: 'Marta', ...values });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const sent = async (customerId: number, unitPrice: string, values: object = {}) => {
    const form = anInvoice(customerId, {
      taxRate: '0',
      lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
      status: 'sent',
      ...values,
    });
    const made = await ada.call('POST', '/api/invoices', form);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const pay = (customerId: number, values: object) =>
    ada.call('POST', '/api/payments', { customerId, ...values });

  it('says what is owed, how long since, and what is credit', async () => {
    const { id } = await customer({ notes: 'Pays late.\nCall first.' });
    const days = { '2026-11-20': '1', '2026-11-19': '2', '2026-10-20': '4' };
    const older = { '2026-09-21': '8', '2026-09-20': '16', '2026-08-21': '32', '2025-01-01': '64' };
    for (const [dueDate, price] of Object.entries({ ...days, ...older })) {
      await sent(id, price, { issueDate: '2025-01-01', dueDate });
    }
    await sent(id, '500', { status: 'draft' });
    await sent(id, '9', { currency: 'EUR' });
    await pay(id, { amount: '30' });
    const { status, body } = await ada.call('GET', `/api/customers/${id}/account`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      customer: { id, notes: 'Pays late.\nCall first.' },
      today: '2026-11-20',
      invoiceCount: 8,
      merged: [],
      accounts: [
        {
          currency: 'USD',
          balance: '97.00',
          outstanding: '127.00',
          unappliedCredit: '30.00',
          ageing: {
            notDue: '1.00',
            days1To30: '2.00',
            days31To60: '12.00',
            days61To90: '16.00',
            over90Days: '96.00',
          },
        },
        { currency: 'EUR', balance: '9.00', ageing: { notDue: '9.00' } },
      ],
    });
    expect((await eve.call('GET', `/api/customers/${id}/account`)).status).toBe(404);
    expect((await test.visitor.call('GET', `/api/customers/${id}/account`)).status).toBe(401);
  });

  it('counts credit notes, and ages a plan by its installments', async () => {
    const { id } = await customer();
    const planned = await sent(id, '100', {
      issueDate: '2026-09-01',
      dueDate: '2026-12-31',
      installments: [
        { percent: '50', event: 'issue', days: 0 },
        { percent: '30', dueDate: '2026-11-10' },
        { dueDate: '2026-12-31' },
      ],
    });
    const credit = async (unitPrice: string) => {
      const made = await ada.call('POST', '/api/credit-notes', {
        customerId: id,
        creditNoteNumber: `CN-${id}-${unitPrice}`,
        issueDate: '2026-11-19',
        status: 'issued',
        lineItems: [{ description: 'Returned', quantity: '1', unitPrice }],
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    };
    const note = await credit('60');
    const apply = { allocations: [{ invoiceId: planned.id, amount: '35' }] };
    expect((await ada.call('POST', `/api/credit-notes/${note.id}/apply`, apply)).status).toBe(200);
    const back = await ada.call('POST', `/api/credit-notes/${note.id}/refund`, { amount: '5' });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    const { body } = await ada.call('GET', `/api/customers/${id}/account`);
    const ageing = { notDue: '20.00', days1To30: '30.00', days61To90: '15.00' };
    expect(body.accounts).toMatchObject([
      { balance: '45.00', outstanding: '65.00', unappliedCredit: '20.00', ageing },
    ]);
    const aged = (await ada.call('GET', '/api/reports/receivables')).body.customers;
    expect(aged.filter((row: { customerId: number }) => row.customerId === id)).toMatchObject([
      { ...ageing, open: '65.00', credit: '20.00', balance: '45.00' },
    ]);
    const file = await ada.call('GET', `/api/customers/${id}/statement.csv?from=2026-11-01`);
    expect(file.body.split('\r\n').slice(2, 4)).toEqual([
      `11/19/2026,Credit note,${note.creditNoteNumber},,,60.00,40.00,USD`,
      `11/20/2026,Refund,${note.creditNoteNumber},,5.00,,45.00,USD`,
    ]);
    const { body: statement } = await ada.call(
      'GET',
      `/api/customers/${id}/statement?from=2026-11-01`,
    );
    expect(statement.accounts[0].entries).toMatchObject([
      { creditNoteId: note.id, number: note.creditNoteNumber },
      { creditNoteId: note.id, number: note.creditNoteNumber },
    ]);
    expect(statement.accounts[0].closingBalance).toBe('45.00');
  });

  it('a statement names the invoices that a payment settled on its day, the first due first', async () => {
    const { id } = await customer({ name: 'Marta' });
    const due = ['2026-09-30', '2026-09-29', '2026-09-28', '2026-09-27', '2026-09-26'];
    const all = [];
    for (const dueDate of due) all.push(await sent(id, '10', { issueDate: '2026-09-01', dueDate }));
    const numbers = all.map(({ invoiceNumber }) => invoiceNumber).reverse();
    const allocations = all.slice(1).map(({ id: invoiceId }) => ({ invoiceId, amount: '10' }));
    await pay(id, { amount: '50', paymentDate: '2026-10-10', allocations });
    const period = 'from=2026-10-01&to=2026-10-31';
    const { body } = await ada.call('GET', `/api/customers/${id}/statement?${period}`);
    const [entry] = body.accounts[0].entries;
    expect(entry.number).toBe(`${numbers.slice(0, 3).join(', ')}, and 1 more`);
  });

  it('a statement tells each entry of a period, and adds up', async () => {
    const { id } = await customer({ name: '=cmd()', email: 'marta@example.com' });
    const first = await sent(id, '100', { issueDate: '2026-09-01', dueDate: '2026-09-30' });
    const second = await sent(id, '50', { issueDate: '2026-10-05', dueDate: '2026-11-05' });
    await pay(id, {
      amount: '120',
      paymentDate: '2026-10-10',
      reference: '+Transfer, 7',
      allocations: [{ invoiceId: first.id, amount: '100' }],
    });
    const period = 'from=2026-10-01&to=2026-10-31';
    const { body } = await ada.call('GET', `/api/customers/${id}/statement?${period}`);
    expect(body).toMatchObject({
      customer: { id, name: '=cmd()' },
      from: '2026-10-01',
      to: '2026-10-31',
      accounts: [
        {
          currency: 'USD',
          openingBalance: '100.00',
          debits: '50.00',
          credits: '120.00',
          closingBalance: '30.00',
          entries: [
            {
              date: '2026-10-05',
              type: 'issued',
              number: second.invoiceNumber,
              invoiceId: second.id,
              debit: '50.00',
              credit: null,
              balance: '150.00',
            },
            {
              date: '2026-10-10',
              type: 'received',
              number: first.invoiceNumber,
              reference: '+Transfer, 7',
              debit: null,
              credit: '120.00',
              balance: '30.00',
            },
          ],
        },
      ],
    });
    const csv = await ada.call('GET', `/api/customers/${id}/statement.csv?${period}`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.body.split('\r\n')).toEqual([
      '\uFEFFDate,Type,Number,Reference,Debit,Credit,Balance,Currency',
      '10/01/2026,Opening balance,,,,,100.00,USD',
      `10/05/2026,Invoice,${second.invoiceNumber},,50.00,,150.00,USD`,
      `10/10/2026,Payment,${first.invoiceNumber},"'+Transfer, 7",,120.00,30.00,USD`,
      '10/31/2026,Closing balance,,,,,30.00,USD',
      '',
    ]);
    const whole = await ada.call('GET', `/api/customers/${id}/statement`);
    expect(whole.body).toMatchObject({
      from: '2025-11-21',
      to: '2026-11-20',
      accounts: [{ openingBalance: '0.00', closingBalance: '30.00' }],
    });
  });

  it('refuses periods and customers that there are not, and names the field', async () => {
    const { id } = await customer();
    const refused = [
      ['from=2026-02-01&to=2026-01-01', 'to'],
      ['from=yesterday', 'from'],
      ['from=2026-01-01&from=2026-01-02', 'from'],
    ];
    for (const [query, path] of refused) {
      for (const ending of ['', '.csv', '.pdf']) {
        const answer = await ada.call('GET', `/api/customers/${id}/statement${ending}?${query}`);
        expect(answer.status, `${ending} ${query?.slice(0, 60)}`).toBe(400);
        expect(answer.body.fields).toMatchObject([{ path }]);
      }
    }
    for (const ending of ['', '.csv', '.pdf']) {
      const path = `/api/customers/${id}/statement${ending}`;
      expect((await eve.call('GET', path)).status).toBe(404);
      expect((await test.visitor.call('GET', path)).status).toBe(401);
      expect((await ada.call('GET', path.replace(String(id), '999999'))).status).toBe(404);
    }
    const mail = `/api/customers/${id}/send-statement`;
    expect((await eve.call('POST', mail, {})).status).toBe(404);
    const nobody = await ada.call('POST', mail, {});
    expect(nobody.body).toMatchObject({
      fields: [
        {
          path: 'customerEmail',
          message: "Customer doesn't have an email address on file.",
        },
      ],
    });
    const wrong = await ada.call('POST', mail, { customerEmail: 'nobody', to: 'soon' });
    expect(wrong.status).toBe(400);
    for (const body of [
      { intoCustomerId: 'x' },
      { intoCustomerId: id },
      { intoCustomerId: 999999 },
    ]) {
      const answer = await ada.call('POST', `/api/customers/${id}/merge`, body);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body.fields).toMatchObject([{ path: 'intoCustomerId' }]);
    }
  });

  it('draws the statement in the hand of the business, and sends it with the message', async () => {
    await saveProfile(ada, { businessName: 'Quill & Co', country: 'United States' });
    const { id } = await customer({ name: 'Kobo', company: 'KC Ltd', email: 'kobo@example.com' });
    const invoice = await sent(id, '1200');
    await sent(id, '80', { currency: 'EUR', exchangeRate: { rate: '1.1' } });
    const pdf = await ada.call('GET', `/api/customers/${id}/statement.pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const words = pdfText(pdf.raw);
    for (const word of [
      'Statement',
      'Quill & Co',
      'KC Ltd',
      `Invoice ${invoice.invoiceNumber}`,
      '$1,200.00',
      '€80.00',
      'Closing balance',
    ]) {
      expect(words).toContain(word);
    }
    const again = await ada.call('GET', `/api/customers/${id}/statement.pdf`, undefined, {
      'if-none-match': String(pdf.headers['etag']),
    });
    expect(again.status).toBe(304);

    const said = { subject: 'Your account', from: '2026-11-01', to: '2026-11-20' };
    const twice = await Promise.all([
      ada.call('POST', `/api/customers/${id}/send-statement`, said),
      ada.call('POST', `/api/customers/${id}/send-statement`, said),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    await test.services.jobs.drain();
    const { body: messages } = await ada.call('GET', '/api/emails?limit=5');
    expect(messages[0]).toMatchObject({
      kind: 'statement',
      customerId: id,
      invoiceId: null,
      to: 'kobo@example.com',
      subject: 'Your account',
      status: 'sent',
    });
    const { body: message } = await ada.call('GET', `/api/emails/${messages[0].id}`);
    expect(message.text).toContain('$1,200.00 + €80.00');
    expect(message.text).toContain('from Nov 01, 2026 to Nov 20, 2026');
    expect(message.attachments).toMatchObject([
      { url: `/api/customers/${id}/statement.pdf?from=2026-11-01&to=2026-11-20` },
    ]);
    expect((await ada.call('GET', message.attachments[0].url)).status).toBe(200);
    expect((await eve.call('GET', `/api/emails/${messages[0].id}`)).status).toBe(404);
  });

  it('draws a receipt that names all that a payment settles, sends it, and nobody else sees it', async () => {
    await saveProfile(ada, { businessName: 'Quill & Co', country: 'United States' });
    const { id } = await customer({ name: 'Kobo', email: 'receipts@example.com' });
    const [first, second] = [await sent(id, '1200'), await sent(id, '80')];
    const paid = await pay(id, {
      amount: '1300',
      paymentMethod: 'check',
      paymentDate: '2026-11-19',
      reference: 'No. 4711',
      allocations: [
        { invoiceId: first.id, amount: '1200' },
        { invoiceId: second.id, amount: '80' },
      ],
      sendReceipt: true,
    });
    const path = `/api/payments/${paid.body.id}/receipt.pdf`;
    const pdf = await ada.call('GET', path);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(decodeURIComponent(String(pdf.headers['content-disposition']))).toContain(
      `Receipt ${first.invoiceNumber} Quill & Co.pdf`,
    );
    const words = pdfText(pdf.raw);
    for (const word of [
      'Receipt',
      'Quill & Co',
      'Kobo',
      'Check',
      'No. 4711',
      'Nov 19, 2026',
      `Invoice ${first.invoiceNumber}`,
      '$1,200.00',
      `Invoice ${second.invoiceNumber}`,
      'Credit on your account',
      '$20.00',
      '$1,300.00',
    ]) {
      expect(words).toContain(word);
    }
    expect(words).not.toContain('Refunded');

    await test.services.jobs.drain();
    const { body: messages } = await ada.call('GET', '/api/emails?limit=5');
    expect(messages[0]).toMatchObject({ kind: 'receipt', status: 'sent' });
    const { body: message } = await ada.call('GET', `/api/emails/${messages[0].id}`);
    expect(message.attachments).toEqual([
      { fileName: `Receipt ${first.invoiceNumber} Quill & Co.pdf`, url: path },
    ]);
    expect(message.text).toContain('The receipt is attached as a PDF.');

    for (const strange of [path, '/api/payments/0/receipt.pdf', '/api/payments/1e3/receipt.pdf']) {
      const refused = await eve.call('GET', strange);
      expect([refused.status, refused.body.message]).toEqual([404, 'Payment not found']);
    }
    await ada.call('POST', `/api/payments/${paid.body.id}/reverse`);
    const undone = await ada.call('GET', path);
    expect([undone.status, undone.body.message]).toEqual([
      409,
      'This payment does not count, so it has no receipt.',
    ]);
  });

  it('a PDF has its limit, which it says; the list of all entries too', async () => {
    const { id } = await customer({ email: 'many@example.com' });
    const invoice = await sent(id, '5');
    const fill = (count: number) =>
      db.pool.query(
        `insert into ledger_entries (business_id, customer_id, currency, type, invoice_id, amount, entry_date)
         select business_id, customer_id, currency, 'revised', invoice_id,
           case when n % 2 = 0 then 1 else -1 end, entry_date
         from ledger_entries, generate_series(1, $2::int) n where invoice_id = $1 and type = 'issued'`,
        [invoice.id, count],
      );
    await fill(4_000);
    const refused = {
      code: 'VALIDATION',
      fields: [
        { path: 'from', message: 'The period has more than 4,000 entries. Choose a shorter one.' },
      ],
    };
    const pdf = await ada.call('GET', `/api/customers/${id}/statement.pdf`);
    expect(pdf.body).toMatchObject(refused);
    const mail = await ada.call('POST', `/api/customers/${id}/send-statement`, {});
    expect(mail.body).toMatchObject(refused);
    const whole = await ada.call('GET', `/api/customers/${id}/statement`);
    expect(whole.body.accounts[0].entries).toHaveLength(4_001);
    await db.pool.query('delete from ledger_entries where invoice_id = $1 and type = $2', [
      invoice.id,
      'revised',
    ]);
  });

  it('lists of a customer are those of all that are one', async () => {
    const notes = 'Ask for Lena.';
    const [old, kept] = [await customer({ name: 'Old', notes }), await customer({ name: 'Kept' })];
    await sent(old.id, '10');
    const expense = {
      category: 'Travel',
      description: 'Train',
      amount: '9',
      expenseDate: '2026-11-01',
      customerId: old.id,
    };
    const spent = await ada.call('POST', '/api/expenses', expense);
    const merged = await ada.call('POST', `/api/customers/${old.id}/merge`, {
      intoCustomerId: kept.id,
    });
    expect(merged.body).toMatchObject({ id: kept.id });
    const { body: account } = await ada.call('GET', `/api/customers/${old.id}/account`);
    expect(account).toMatchObject({ customer: { id: kept.id }, merged: [{ id: old.id, notes }] });
    for (const id of [old.id, kept.id]) {
      for (const kind of ['invoices', 'expenses']) {
        const { body } = await ada.call('GET', `/api/${kind}?customerId=${id}&limit=10`);
        expect(body, `${kind} of ${id}`).toMatchObject([
          { customerId: kept.id, customer: { id: kept.id, name: 'Kept' } },
        ]);
      }
      for (const kind of ['estimates', 'credit-notes', 'payments']) {
        expect((await ada.call('GET', `/api/${kind}?customerId=${id}`)).body).toEqual([]);
      }
    }
    const again = { ...expense, customerId: kept.id, amount: '10' };
    await ada.call('PUT', `/api/expenses/${spent.body.id}`, again);
    await ada.call('POST', `/api/customers/${old.id}/separate`);
    const { body } = await ada.call('GET', `/api/expenses?customerId=${old.id}`);
    expect(body).toMatchObject([{ amount: '10.00', customerId: old.id }]);
    expect((await eve.call('POST', `/api/customers/${old.id}/separate`)).status).toBe(404);
  });
});
