import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  CARD_CHARGES,
  EXPORTS_OF_AN_OWNER,
  LOGOS_OF_A_VISITOR,
  LONG_DOCUMENT_MS,
  PDFS_OF_AN_OWNER,
  PORTAL_LINKS,
  PORTAL_OPENINGS,
  REPORTS_OF_AN_OWNER,
  SEARCHES_OF_AN_OWNER,
  VISITOR_LIMITS,
} from '../../src/server/platform/limits/limit-rules.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('limits on costly calls', { owned: true }, (db) => {
  /** Two instances of one installation. */
  let here: TestApp;
  let there: TestApp;
  let ada: Caller;
  let customerId: number;
  beforeAll(async () => {
    const options = { masterKey: randomBytes(32), lenience: 1 };
    here = await openTestApp(db, { TRUST_PROXY: '1' }, options);
    there = await openTestApp(db, { TRUST_PROXY: '1' }, options);
    ada = await here.signUp();
    customerId = (await ada.call('POST', '/api/customers', { name: 'Marta Lindqvist' })).body.id;
  });
  afterAll(async () => {
    await here.close();
    await there.close();
  });

  let n = 0;
  const makeInvoice = async (): Promise<{ id: number; publicId: string }> => {
    const lineItems = [{ description: 'Design', quantity: '2', unitPrice: '120.50' }];
    const answer = await ada.call('POST', '/api/invoices', {
      customerId,
      invoiceNumber: `INV-LIMIT-${(n += 1)}`,
      status: 'sent',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      lineItems,
    });
    return answer.body;
  };
  const buildLink = ({ publicId }: { publicId: string }) => `/api/public/invoice/${publicId}`;
  const from = (address: string, app = here) => ({
    get: (path: string, headers: object = {}) =>
      app.visitor.call('GET', path, undefined, { 'x-forwarded-for': address, ...headers }),
  });
  const pass = (seconds: number) => {
    for (const app of [here, there]) {
      app.time.now = new Date(app.time.now.getTime() + seconds * 1000);
    }
  };
  const refused = (answer: Answer, of: string) => {
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const when = seconds === 1 ? 'a second' : `${seconds} seconds`;
    expect([answer.status, answer.body]).toEqual([
      429,
      {
        code: 'TOO_MANY_REQUESTS',
        message: `Too many ${of}. Try again in ${when}.`,
        retryAfter: seconds,
      },
    ]);
  };

  it('gives links to a portal seldom: by network, and by address whoever has it', async () => {
    const [one, two] = [await makeInvoice(), await makeInvoice()];
    const ask = (address: string, email: string, app = here, { publicId } = one) =>
      app.visitor.call(
        'POST',
        `/api/public/invoice/${publicId}/portal-link`,
        { email },
        { 'x-forwarded-for': address },
      );
    for (let i = 0; i < PORTAL_LINKS.address.max; i += 1) {
      expect(
        (await ask(`198.51.102.${i}`, 'Nobody@example.com', i % 2 ? here : there)).status,
      ).toBe(200);
    }
    const tooMany = async (answer: Promise<Answer>, of: string) => {
      const { status, body } = await answer;
      expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(body.message).toMatch(new RegExp(`^Too many ${of}\\. Try again in \\d+ seconds?\\.$`));
    };
    // Another document of the business is no way around it.
    const ofAddress = 'requests for links to this address';
    await tooMany(ask('198.51.102.9', 'nobody@example.com', there, two), ofAddress);
    for (let i = 0; i < PORTAL_LINKS.network.max; i += 1) {
      expect((await ask('198.51.103.1', `visitor-${i}@example.com`)).status).toBe(200);
    }
    const ofNetwork = 'requests for links from your network';
    await tooMany(ask('198.51.103.1', 'visitor-99@example.com', there), ofNetwork);
    // However many strangers ask, a business's customers are not kept from asking.
    for (let i = 0; i <= PORTAL_LINKS.business.max; i += 1) {
      expect((await ask(`198.51.104.${i}`, `more-${i}@example.com`)).status).toBe(200);
    }
    for (let i = 0; i < PORTAL_OPENINGS.max; i += 1) {
      const opened = await here.visitor.call(
        'POST',
        '/api/portal/open',
        { token: 'x' },
        { 'x-forwarded-for': '198.51.106.1' },
      );
      expect(opened.status).toBe(410);
    }
    const opened = here.visitor.call(
      'POST',
      '/api/portal/open',
      { token: 'x' },
      { 'x-forwarded-for': '198.51.106.1' },
    );
    await tooMany(opened, 'links from your network');
    pass(24 * 60 * 60);
  });

  it('draws what long documents take from one budget of processor time, by address and by link', async () => {
    const quote = async (lines: number): Promise<{ id: string; hash: string }> => {
      const made = await ada.call('POST', '/api/estimates', {
        customerId,
        estimateNumber: `EST-LIMIT-${(n += 1)}`,
        status: 'sent',
        issueDate: '2026-11-20',
        expiryDate: '2026-12-20',
        lineItems: Array.from({ length: lines }, (_, index) => ({
          description: `Design ${index + 1}`,
          quantity: '2',
          unitPrice: '120.50',
          optional: true,
        })),
      });
      const link = `/api/public/estimate/${made.body.publicId}`;
      const { estimate } = (await from('192.0.2.20').get(link)).body;
      return { id: made.body.publicId, hash: estimate.hash };
    };
    const { address, link } = VISITOR_LIMITS.page;
    const taken = async (key: string): Promise<number> => {
      const { rows } = await db.pool.query<{ count: number }>(
        'select count from rate_limits where key = $1',
        [key],
      );
      return rows[0]?.count ?? 0;
    };
    /** Two choices of one visitor, when there is time left for two of an ordinary document. */
    const chooseTwice = async ({ id, hash }: { id: string; hash: string }, visitor: string) => {
      const rule = { ...address, each: address.max - 2 * address.each };
      await here.services.limits.count(`page by ${visitor}`, rule);
      const path = `/api/public/estimate/${id}/choose`;
      const choice = [{ line: 0, quantity: '0' }];
      const headers = { 'x-forwarded-for': visitor };
      const choose = () => here.visitor.call('POST', path, { hash, choice }, headers);
      const first = await choose();
      // What it took is drawn afterwards.
      const drawn = address.max - address.each;
      if (id === long.id)
        await vi.waitFor(async () =>
          expect(await taken(`page by ${visitor}`)).toBeGreaterThan(drawn),
        );
      return [first, await choose()];
    };
    const [short, long] = [await quote(2), await quote(3_000)];
    expect((await chooseTwice(short, '192.0.2.21')).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    expect(await taken(`page of ${short.id}`)).toBe(3 * link.each);
    const [served, late] = await chooseTwice(long, '192.0.2.22');
    expect(served?.status).toBe(200);
    if (late) refused(late, 'requests for documents from your network');
    expect(late?.status).toBe(429);
    expect(await taken(`page of ${long.id}`)).toBeGreaterThan(2 * link.each);
    // Whatever else reads the whole of it draws from the same.
    const before = await taken(`page of ${long.id}`);
    await from('192.0.2.23').get(`/api/public/estimate/${long.id}/pdf`);
    expect((await taken(`page of ${long.id}`)) - before).toBe(LONG_DOCUMENT_MS);
    pass(60);
  });

  it('draws the PDF of a link once, however many ask, and refuses those who ask too often', async () => {
    const invoice = await makeInvoice();
    const link = `${buildLink(invoice)}/pdf`;
    const first = await from('198.51.100.1').get(link);
    expect(first.status).toBe(200);
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const [renderer = 0] = here.services.pdf.processIds();
    // From here on, nothing can be drawn.
    process.kill(renderer, 'SIGSTOP');
    try {
      const answers = await Promise.all(
        Array.from({ length: 80 }, () => from('198.51.100.1').get(link)),
      );
      const served = answers.filter(({ status }) => status === 200);
      expect(served).toHaveLength(VISITOR_LIMITS.pdf.link.max - 1);
      expect(served.every(({ raw }) => raw.equals(first.raw))).toBe(true);
      const others = answers.filter(({ status }) => status !== 200);
      const fromNetwork = others.filter(({ body }) => body.message.includes('network'));
      expect(fromNetwork).toHaveLength(81 - VISITOR_LIMITS.pdf.address.max);
      for (const answer of fromNetwork) refused(answer, 'requests for PDFs from your network');
      for (const answer of others.filter((other) => !fromNetwork.includes(other))) {
        refused(answer, 'requests for PDFs with this link');
      }
      // The link is refused to everybody, by every instance; the address gets no other link either.
      for (const app of [here, there]) {
        refused(await from('198.51.100.2', app).get(link), 'requests for PDFs with this link');
      }
      const other = `${buildLink(await makeInvoice())}/pdf`;
      refused(await from('198.51.100.1', there).get(other), 'requests for PDFs from your network');
      pass(61);
      // Known to the browser: neither drawn nor sent again.
      const known = await from('198.51.100.1').get(link, { 'if-none-match': `"x", ${etag}` });
      expect([known.status, known.raw.length, known.headers['etag']]).toEqual([304, 0, etag]);
      // Another version of it is another document.
      const detail = (await ada.call('GET', `/api/invoices/${invoice.id}`)).body;
      const changed = await ada.call('PUT', `/api/invoices/${invoice.id}`, {
        ...detail,
        notes: 'Thank you',
      });
      expect(changed.status).toBe(200);
      process.kill(renderer, 'SIGCONT');
      const anew = await from('198.51.100.1').get(link, { 'if-none-match': etag });
      expect([anew.status, anew.headers['etag'] === etag]).toEqual([200, false]);
    } finally {
      process.kill(renderer, 'SIGCONT');
    }
  });

  it('draws for owners before it draws for strangers', async () => {
    pass(61);
    const [begun, ...waiting] = await Promise.all([1, 2, 3, 4].map(makeInvoice));
    const own = await makeInvoice();
    await from('203.0.113.9').get(`${buildLink(own)}/pdf`);
    const [renderer = 0] = here.services.pdf.processIds();
    // As they are drawn: answers may overtake each other afterwards.
    const order: string[] = [];
    let queued = 0;
    const { prepare } = here.services.pdf;
    vi.spyOn(here.services.pdf, 'prepare').mockImplementation((document, options) => {
      const prepared = prepare(document, options);
      return {
        ...prepared,
        async draw(asker, signal) {
          queued += 1;
          const name = queued === 1 ? 'begun' : asker.rank;
          const pdf = await prepared.draw(asker, signal);
          order.push(name);
          return pdf;
        },
      };
    });
    const asked = async (answer: Promise<Answer>) => expect((await answer).status).toBe(200);
    process.kill(renderer, 'SIGSTOP');
    try {
      const all = [asked(from('203.0.113.1').get(`${buildLink(begun!)}/pdf`))];
      await expect.poll(() => queued).toBe(1);
      for (const [index, invoice] of waiting.entries()) {
        all.push(asked(from(`203.0.113.1${index}`).get(`${buildLink(invoice)}/pdf`)));
      }
      await expect.poll(() => queued).toBe(4);
      // What is drawn already is not drawn again: this is another version.
      await ada.call('PUT', `/api/invoices/${own.id}`, { notes: 'Another version' });
      all.push(asked(ada.call('GET', `/api/invoices/${own.id}/pdf`)));
      await expect.poll(() => queued).toBe(5);
      process.kill(renderer, 'SIGCONT');
      await Promise.all(all);
    } finally {
      process.kill(renderer, 'SIGCONT');
    }
    expect(order).toEqual(['begun', 'owner', 'visitor', 'visitor', 'visitor']);
  });

  it('has a limit on each costly call, which ends with its minute', async () => {
    pass(61);
    const invoice = await makeInvoice();
    const link = buildLink(invoice);
    const logo = `logos/${randomBytes(16).toString('hex')}.png`;
    const background = { r: 220, g: 80, b: 10 };
    await here.files.write(
      logo,
      await sharp({ create: { width: 6, height: 4, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const estimate = await ada.call('POST', '/api/estimates', {
      customerId,
      estimateNumber: 'EST-LIMIT-1',
      status: 'sent',
      issueDate: '2026-11-20',
      expiryDate: '2026-12-20',
      lineItems: [{ description: 'Design', quantity: '2', unitPrice: '120.50' }],
    });
    const { publicId } = estimate.body;
    const visitor = from('192.0.2.7');
    const pay = () =>
      here.visitor.call('POST', `/api/invoices/${invoice.publicId}/create-payment`, {});
    const confirm = () =>
      here.visitor.call('POST', `/api/invoices/${invoice.publicId}/mark-paid`, {});
    const endAutomatic = () =>
      here.visitor.call('POST', `/api/invoices/${invoice.publicId}/automatic-payment/end`, {});
    const { page, pdf, payment, agreement, confirmation } = VISITOR_LIMITS;
    const chargeNow = () =>
      ada.call('POST', `/api/invoices/${invoice.id}/card-charge/now`, {
        amount: '1.00',
        mandateId: 1,
        attempt: 1,
      });
    const calls: [call: () => Promise<Answer>, key: string, max: number, of: string][] = [
      [
        () => visitor.get(link),
        'page by 192.0.2.7',
        page.address.max,
        `${page.of} from your network`,
      ],
      [
        () => visitor.get(link),
        `page of ${invoice.publicId}`,
        page.link.max,
        `${page.of} with this link`,
      ],
      [
        () => visitor.get(`${link}/pdf`),
        'pdf by 192.0.2.7',
        pdf.address.max,
        `${pdf.of} from your network`,
      ],
      [
        () => visitor.get(`${link}/pdf`),
        `pdf of ${invoice.publicId}`,
        pdf.link.max,
        `${pdf.of} with this link`,
      ],
      [pay, 'payment by 127.0.0.1', payment.address.max, `${payment.of} from your network`],
      [pay, `payment of ${invoice.publicId}`, payment.link.max, `${payment.of} with this link`],
      [
        endAutomatic,
        'agreement by 127.0.0.1',
        agreement.address.max,
        `${agreement.of} from your network`,
      ],
      [
        endAutomatic,
        `agreement of ${invoice.publicId}`,
        agreement.link.max,
        `${agreement.of} with this link`,
      ],
      [chargeNow, `card charges ${ada.businessId}`, CARD_CHARGES.owner.max, 'card charges'],
      [
        chargeNow,
        `card charges ${ada.businessId} ${invoice.id}`,
        CARD_CHARGES.invoice.max,
        'card charges for this invoice',
      ],
      [
        confirm,
        `confirmation of ${invoice.publicId}`,
        confirmation.link.max,
        `${confirmation.of} with this link`,
      ],
      [
        () => visitor.get(`/objects/${logo}`),
        'logo by 192.0.2.7',
        LOGOS_OF_A_VISITOR.max,
        'pictures from your network',
      ],
      [
        () => ada.call('GET', `/api/invoices/${invoice.id}/pdf`),
        `pdf ${ada.businessId}`,
        PDFS_OF_AN_OWNER.max,
        'PDFs',
      ],
      [
        () => ada.call('GET', '/api/search?q=marta'),
        `search ${ada.businessId}`,
        SEARCHES_OF_AN_OWNER.max,
        'searches',
      ],
      [
        () => ada.call('GET', '/api/reports?reportType=revenue&dateRange=30'),
        `report ${ada.businessId}`,
        REPORTS_OF_AN_OWNER.max,
        'reports',
      ],
      [
        () => ada.call('GET', '/api/reports/reconciliation'),
        `report ${ada.businessId}`,
        REPORTS_OF_AN_OWNER.max,
        'reports',
      ],
      [
        () => ada.call('GET', '/api/reports/taxes/export'),
        `export ${ada.businessId}`,
        EXPORTS_OF_AN_OWNER.max,
        'exports',
      ],
      [
        () => ada.call('GET', '/api/reports/export?reportType=revenue&dateRange=30'),
        `export ${ada.businessId}`,
        EXPORTS_OF_AN_OWNER.max,
        'exports',
      ],
    ];
    calls.push(
      [
        () => visitor.get(`/api/public/estimate/${publicId}`),
        `page of ${publicId}`,
        page.link.max,
        `${page.of} with this link`,
      ],
      [
        () => visitor.get(`/api/public/estimate/${publicId}/pdf`),
        `pdf of ${publicId}`,
        pdf.link.max,
        `${pdf.of} with this link`,
      ],
    );
    for (const [call, key, max, of] of calls) {
      const before = await call();
      expect([key, before.status]).not.toEqual([key, 429]);
      const { rowCount } = await db.orm.execute(
        sql`update rate_limits set count = ${max} where key = ${key}`,
      );
      expect([key, rowCount]).toEqual([key, 1]);
      refused(await call(), of);
      pass(61);
      expect([key, (await call()).status]).toEqual([key, before.status]);
    }
    // Somebody else's limits are not touched by that.
    const eve = await here.signUp();
    expect((await eve.call('GET', '/api/search?q=marta')).status).toBe(200);
  });

  it('counts no link that nobody has', async () => {
    await from('192.0.2.8').get(`/api/public/invoice/${'f'.repeat(32)}`);
    await from('192.0.2.8').get('/api/public/invoice/nonsense');
    const { rows } = await db.orm.execute<{ key: string; count: number }>(
      sql`select key, count from rate_limits where key like '%192.0.2.8' or key like '%ffff'`,
    );
    expect(rows).toEqual([{ key: 'page by 192.0.2.8', count: VISITOR_LIMITS.page.address.each }]);
  });

  it('lets nobody wait for longer than a minute when the clock was set back', async () => {
    const key = 'page by 192.0.2.9';
    const path = `/api/public/invoice/${'e'.repeat(32)}`;
    await from('192.0.2.9').get(path);
    await db.orm.execute(sql`update rate_limits set count = 100000 where key = ${key}`);
    expect((await from('192.0.2.9').get(path)).status).toBe(429);
    pass(-2 * 24 * 60 * 60);
    expect((await from('192.0.2.9').get(path)).status).toBe(404);
    pass(2 * 24 * 60 * 60);
  });
});
