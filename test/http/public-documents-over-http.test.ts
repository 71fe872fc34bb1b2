import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const SELLER = {
  businessName: 'Quill Studio',
  taxNumber: '27/123/45678',
  vatId: 'DE136695976',
  country: 'Germany',
};
const BUYER = {
  name: 'Luc Moreau',
  company: 'Atelier Moreau SARL',
  email: 'luc@moreau.example',
  phone: '+33 1 55 55 01 42',
  address: '14 rue des Petites Écuries',
  city: 'Paris',
  zipCode: '75010',
  country: 'France',
  vatId: 'FR40303265045',
};
const ON_PAPER = {
  name: 'Atelier Moreau SARL',
  address: ['Attn. Luc Moreau', '14 rue des Petites Écuries', '75010 Paris', 'France'],
  taxNumbers: ['VAT ID FR40303265045'],
};
const REVERSE_CHARGE = {
  name: 'VAT',
  rate: '0',
  category: 'AE',
  exemptionReason: 'Reverse charge (Article 196)',
};

describeOnDatabase('the page of a document', (db) => {
  let app: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    app = await openTestApp(db);
    owner = await app.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active'`);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await saveProfile(owner, SELLER);
    customerId = (await owner.call('POST', '/api/customers', aCustomer(BUYER))).body.id;
  });

  it('of no invoice names the id', async () => {
    const { status, body } = await app.visitor.call('GET', `/api/public/invoice/${'a'.repeat(65)}`);
    const message = 'id must be that of a public address';
    expect([status, body.fields]).toEqual([400, [{ path: 'id', message }]]);
  });

  describe.each(['invoice', 'estimate'] as const)('that is an %s', (kind) => {
    const create = async (values: object) => {
      const make = kind === 'invoice' ? anInvoice : anEstimate;
      const body = make(customerId, { status: 'sent', ...values });
      const answer = await owner.call('POST', `/api/${kind}s`, body);
      expect([answer.status, answer.body.message]).toEqual([201, undefined]);
      return answer.body;
    };
    const read = async ({ publicId }: { publicId: string }, who = app.visitor) => {
      const answer = await who.call('GET', `/api/public/${kind}/${publicId}`);
      expect(answer.status).toBe(200);
      return answer.body;
    };

    it.each([
      [
        ['20', '10'],
        ['Tax 20% on $100.00', '$20.00'],
        ['Tax 10% on $100.00', '$10.00'],
      ],
      [
        ['20', ''],
        ['Tax 20% on $100.00', '$20.00'],
      ],
    ])('shows each tax, though lines call it Tax: %s', async (rates, ...rows) => {
      const lineItems = rates.map((rate) => ({
        description: 'Design',
        quantity: '1',
        unitPrice: '100',
        taxes: rate ? [{ name: 'Tax', rate }] : [],
      }));
      const { sums } = (await read(await create({ taxRate: '0', lineItems })))[kind];
      expect(sums).toEqual(
        [['Subtotal', '$200.00'], ...rows].map(([label, value]) => ({ label, value })),
      );
    });

    it('has the specification’s row of the document’s own rate, and of a flat tax', async () => {
      const lineItems = [{ description: 'Design', quantity: '1', unitPrice: '100' }];
      const tax = async (values: object) =>
        (await read(await create({ lineItems, ...values })))[kind].sums[1];
      expect(await tax({ taxRate: '7' })).toEqual({ label: 'Tax (7.0%)', value: '$7.00' });
      expect(await tax({ taxRate: '0', taxAmount: '3' })).toEqual({
        label: 'Tax (0.0%)',
        value: '$3.00',
      });
    });

    it('says what the paper says of both parties, as issued, and not how to reach the buyer', async () => {
      const remarks = [
        { label: 'Delivery address', text: 'Gate 4' },
        { label: 'Notes', text: 'Thank you.' },
        { label: 'Terms', text: 'Within 30 days.' },
      ];
      const document = await create({
        taxRate: '0',
        deliveryAddress: 'Gate 4',
        buyerReference: 'K-42',
        notes: 'Thank you.',
        terms: 'Within 30 days.',
        lineItems: [
          { description: 'Advice', quantity: '1', unitPrice: '95', taxes: [REVERSE_CHARGE] },
        ],
      });
      await saveProfile(owner, { ...SELLER, taxNumber: '9', vatId: 'DE811569869' });
      const changed = aCustomer({ ...BUYER, company: null, vatId: 'FR83404833048' });
      await owner.call('PUT', `/api/customers/${customerId}`, changed);

      const page = await read(document);
      expect(page.customer).toEqual(ON_PAPER);
      expect(page.businessProfile.taxNumbers).toEqual([
        'Tax no. 27/123/45678',
        'VAT ID DE136695976',
      ]);
      expect(page[kind]).toMatchObject({
        taxNote: 'Reverse charge (Article 196)',
        facts: [{ label: 'Buyer reference', value: 'K-42' }],
        remarks,
      });
      for (const kept of [BUYER.email, BUYER.phone]) {
        expect(JSON.stringify(page)).not.toContain(kept);
      }

      await owner.call('PUT', `/api/${kind}s/${document.id}`, { notes: 'Thank you both.' });
      const next = await read(document);
      expect(next.customer).toMatchObject({
        name: 'Luc Moreau',
        taxNumbers: ['VAT ID FR83404833048'],
      });
      expect(next.businessProfile.taxNumbers).toContain('VAT ID DE811569869');
      expect(next[kind].remarks[1].text).toBe('Thank you both.');
    });

    it('shows its owner a draft with both as they stand now', async () => {
      const draft = await create({ status: 'draft' });
      await saveProfile(owner, { ...SELLER, vatId: null });
      const page = await read(draft, owner);
      expect(page).toMatchObject({
        customer: ON_PAPER,
        businessProfile: { taxNumbers: ['Tax no. 27/123/45678'] },
      });
    });
  });
});
