import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Kind } from '../documents/documents-over-http.ts';
import { documentForm, KINDS, ownerWithCustomer } from '../documents/documents-over-http.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const VAT = { name: 'VAT', rate: '8.1', category: 'S' };
const REDUCED = { ...VAT, rate: '2.6' };
const NO_RATE =
  'Tax in EUR must be shown in USD as well. Enter the exchange rate of the day of supply.';
const NO_VAT_ID = 'Reverse charge needs the customer’s VAT ID. Add it to the customer.';

describeOnDatabase('a document by mail', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    app = await openTestApp(db);
    peer = await openSmtpPeer();
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(async () => {
    ({ owner, customerId } = await ownerWithCustomer(app, { vatId: 'DE123456789' }));
    await db.pool.query('update users set email_verified = true');
    app.services.mailer = peer.openMailer();
    peer.accepted.length = 0;
  });

  const create = async (of: Kind, values: object) => {
    const form = documentForm(of, customerId, values);
    const { status, body } = await owner.call('POST', `/api/${of.kind}`, form);
    expect(status, JSON.stringify(body)).toBe(201);
    return { path: `/api/${of.kind}/${body.id}`, document: body };
  };
  const read = async (path: string) => (await owner.call('GET', path)).body;
  const setBuyer = async (vatId: string | null) => {
    const { body } = await owner.call('GET', `/api/customers/${customerId}`);
    await owner.call('PUT', `/api/customers/${customerId}`, { ...body, vatId });
  };

  describe.each(KINDS)('of $kind', (of) => {
    it('that cannot be issued any more when its turn comes fails, says why, and goes once it can', async () => {
      await saveProfile(owner, { businessName: 'Quill', vatId: 'FR12345678901' });
      const reverse = { ...VAT, rate: '0', category: 'AE', exemptionReason: 'Reverse charge' };
      const line = { description: 'Design', quantity: '1', unitPrice: '10' };
      const rate = { rate: '1.0845' };
      const cases = [
        {
          values: { currency: 'EUR', taxRate: '20', exchangeRate: rate },
          spoil: (path: string) => owner.call('PUT', path, { exchangeRate: null }),
          mend: (path: string) => owner.call('PUT', path, { exchangeRate: rate }),
          reason: NO_RATE,
        },
        {
          values: { lineItems: [{ ...line, taxes: [reverse] }] },
          spoil: () => setBuyer(null),
          mend: () => setBuyer('DE123456789'),
          reason: NO_VAT_ID,
        },
      ];
      for (const { values, spoil, mend, reason } of cases) {
        peer.accepted.length = 0;
        const { path } = await create(of, values);
        expect((await owner.call('POST', `${path}/send-email`, {})).status).toBe(200);
        await spoil(path);
        await app.services.jobs.drain();
        expect(peer.accepted).toEqual([]);
        const failed = await read(path);
        expect(failed).toMatchObject({
          status: 'draft',
          revision: null,
          undelivered: { how: 'failed' },
          emails: [{ status: 'failed', attempts: 0, lastError: reason }],
        });
        expect(failed.history[0]).toMatchObject({ type: 'email.failed', data: { reason } });
        await mend(path);
        await owner.call('POST', `/api/emails/${failed.emails[0].id}/retry`, {});
        await app.services.jobs.drain();
        expect(peer.accepted).toHaveLength(1);
        expect(await read(path)).toMatchObject({ status: 'sent', revision: 1 });
      }
    });

    it('says discounts, charges, each tax and rounding, as the document does', async () => {
      await saveProfile(owner, {
        businessName: 'Quill',
        currency: 'CHF',
        roundedTotals: [{ currency: 'CHF', increment: '0.05' }],
      });
      const { path, document } = await create(of, {
        currency: 'CHF',
        discounts: [{ percent: '10', reason: 'Early payment' }],
        charges: [{ amount: '9.90', reason: 'Courier', taxes: [VAT] }],
        lineItems: [
          { description: 'Design', quantity: '3', unitPrice: '33.33', taxes: [VAT] },
          { description: 'Book', quantity: '2', unitPrice: '21.15', taxes: [REDUCED] },
        ],
      });
      expect((await owner.call('POST', `${path}/send-email`, {})).status).toBe(200);
      await app.services.jobs.drain();
      const { text = '', html = '' } = await peer.read(0);
      const rows = [
        ['Sum of lines', 'CHF 142.29'],
        ['Early payment 10%', '−CHF 14.23'],
        ['Courier', 'CHF 9.90'],
        ['Subtotal', 'CHF 137.96'],
        ['VAT 8.1% on CHF 99.89', 'CHF 8.09'],
        ['VAT 2.6% on CHF 38.07', 'CHF 0.99'],
        ['Rounding', 'CHF 0.01'],
      ];
      expect(document.total).toBe('147.05');
      const [said, shown] = [text, html].map((part) => part.replaceAll('\u00a0', ' '));
      for (const [label, amount] of rows) {
        expect(said).toMatch(new RegExp(`${label}:? +${amount?.replace('.', '\\.')}`));
        expect(shown).toContain(label);
      }
      expect(said).toContain('CHF 147.05');
    });
  });
});
