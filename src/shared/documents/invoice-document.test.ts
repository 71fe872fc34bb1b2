import { describe, expect, it } from 'vitest';
import type { SettledAmounts } from '../invoices/invoice-status.ts';
import type { BusinessForDocument, CustomerForDocument } from './document-sheet.ts';
import type { InvoiceForDocument } from './invoice-document.ts';
import { invoiceDocument } from './invoice-document.ts';
import type { TypedForm } from './typed-sheet.ts';
import { typedSheet } from './typed-sheet.ts';

interface InvoiceRecord extends TypedForm {
  status: InvoiceForDocument['status'];
  paidAt?: string;
  paymentMethod?: string;
  settled?: SettledAmounts;
  invoiceNumber: string;
  poNumber?: string | null;
  issueDate: string;
  dueDate: string;
  notes?: string | null;
  terms?: string | null;
}

const invoice: InvoiceRecord = {
  invoiceNumber: 'INV-2026-4821',
  poNumber: 'MCR-7734',
  status: 'sent',
  issueDate: '2026-11-05',
  dueDate: '2026-12-05',
  taxRate: '8.50',
  notes: ' Thank you. ',
  terms: '',
  lineItems: [{ description: 'Design', quantity: '2.50', unitPrice: '480.00' }],
};
const customer: CustomerForDocument = {
  name: 'Dana Whitlock',
  company: 'Meridian',
  email: 'ap@meridian.example',
  phone: '',
  address: '480 Alder Avenue\r\nSuite 3',
  city: 'Burlington',
  state: 'VT',
  zipCode: '05401',
  country: '',
};
const business: BusinessForDocument = { businessName: 'Harbour & Finch', country: 'USA' };
const payUrl = 'https://remit.example/pay-invoice/abc';

const drawn = ({ status, paidAt, paymentMethod, settled, ...form }: InvoiceRecord) => ({
  status,
  ...(paidAt === undefined ? {} : { paidAt }),
  ...(paymentMethod === undefined ? {} : { paymentMethod }),
  ...(settled === undefined ? {} : { settled }),
  ...typedSheet('invoice', form, { currency: 'USD', roundedTotals: [] }),
});

const draw = (
  change: Partial<InvoiceRecord> = {},
  b: Partial<BusinessForDocument> = {},
  c: Partial<CustomerForDocument> = {},
) =>
  invoiceDocument({
    invoice: drawn({ ...invoice, ...change }),
    business: { ...business, ...b },
    customer: { ...customer, ...c },
    payUrl,
  });

describe('amounts and rows', () => {
  it('formats lines, subtotal, tax and total', () => {
    const data = draw();
    expect(data.items).toEqual([['Design', '2.5', '$480.00', '$1,200.00']]);
    expect(data.totals).toEqual([
      ['Subtotal', '$1,200.00'],
      ['Tax (8.5%)', '$102.00'],
    ]);
    expect(data.grand).toEqual(['Total', '$1,302.00']);
  });

  it('draws a dash for what has no figure, and leaves the rest', () => {
    const [line] = invoice.lineItems;
    const bad = { description: 'Print', quantity: 'some', unitPrice: '5.00' };
    const data = draw({ lineItems: line ? [line, bad] : [] });
    expect(data.items).toEqual([
      ['Design', '2.5', '$480.00', '$1,200.00'],
      ['Print', '—', '$5.00', '—'],
    ]);
    expect(data.totals).toEqual([
      ['Subtotal', '—'],
      ['Tax (8.5%)', '—'],
    ]);
    expect([data.grand, data.hero.value]).toEqual([['Total', '—'], '—']);
    expect(draw({ taxRate: 'some' }).totals[1]).toEqual(['Tax', '—']);
  });

  it('has no tax row without tax, and no rate on a flat tax', () => {
    expect(draw({ taxRate: '0.00' }).totals).toEqual([['Subtotal', '$1,200.00']]);
    expect(draw({ taxRate: '0.00', taxAmount: '7.00' }).totals[1]).toEqual(['Tax', '$7.00']);
    expect(draw({ taxRate: '10.00' }).totals[1]?.[0]).toBe('Tax (10%)');
  });

  it('leaves out what is not there: dates being typed, PO number, empty remarks', () => {
    const data = draw({ issueDate: '', dueDate: '', poNumber: '  ', notes: null });
    expect(data.meta).toEqual([]);
    expect(data.hero.note).toBe('');
    expect(data.remarks).toEqual([]);
    expect(draw().remarks).toEqual([{ label: 'Notes', text: 'Thank you.' }]);
    expect(draw().meta).toEqual([
      ['Issued', 'Nov 05, 2026'],
      ['Due', 'Dec 05, 2026'],
      ['PO number', 'MCR-7734'],
    ]);
  });
});

const settled = (amountPaid: string, more: Partial<SettledAmounts> = {}): SettledAmounts => ({
  amountPaid,
  amountCredited: '0.00',
  amountAdjusted: '0.00',
  amountWrittenOff: '0.00',
  ...more,
});

describe('status', () => {
  it('asks for the amount due, with a way to pay, while the invoice is open', () => {
    expect(draw()).toMatchObject({
      hero: { label: 'Amount due', value: '$1,302.00', note: 'Due Dec 05, 2026' },
      pay: { caption: 'Scan to view', url: payUrl },
    });
    expect(draw().status).toBeUndefined();
    expect(draw({ status: 'overdue' })).toMatchObject({
      status: { kind: 'overdue', text: 'OVERDUE' },
      pay: { url: payUrl },
    });
  });

  it('has nothing to pay on a draft, a paid invoice, or one of nothing', () => {
    expect(draw({ status: 'draft' }).pay).toBeUndefined();
    expect(draw({ status: 'draft' }).status?.kind).toBe('draft');
    expect(draw({ status: 'paid' }).pay).toBeUndefined();
    const ofNothing = draw({ lineItems: [] });
    expect([ofNothing.pay, ofNothing.hero.note]).toEqual([undefined, '']);
    const without = invoiceDocument({ invoice: drawn(invoice), customer, business });
    expect(without.pay).toBeUndefined();
  });

  it('asks for the rest once a part has come, and for nothing when all has', () => {
    expect(draw({ settled: settled('302.00') })).toMatchObject({
      hero: { label: 'Amount due', value: '$1,000.00', note: 'Due Dec 05, 2026' },
      totals: [
        ['Subtotal', '$1,200.00'],
        ['Tax (8.5%)', '$102.00'],
        ['Total', '$1,302.00'],
        ['Received', '\u2212$302.00'],
      ],
      grand: ['Amount due', '$1,000.00'],
      pay: { url: payUrl },
    });
    const all = draw({ settled: settled('1302.00'), status: 'overdue' });
    expect([all.hero.value, all.grand[1], all.pay]).toEqual(['$0.00', '$0.00', undefined]);
    expect(draw({ settled: settled('5.00'), taxRate: 'some' }).grand).toEqual(['Total', '—']);
  });

  it('tells of a paid invoice what has gone back or was given up', () => {
    const refunded = settled('1268.67', { amountAdjusted: '33.33' });
    expect(draw({ status: 'paid', settled: refunded })).toMatchObject({
      hero: { label: 'Amount paid', value: '$1,268.67' },
      totals: [...draw().totals, ['Total', '$1,302.00'], ['Refunded', '\u2212$33.33']],
      grand: ['Amount paid', '$1,268.67'],
    });
    const { hero, grand } = draw({ status: 'paid', settled: settled('1302.00') });
    expect([hero.value, grand]).toEqual(['$1,302.00', ['Total', '$1,302.00']]);
    const writtenOff = settled('302.00', { amountWrittenOff: '1000.00' });
    expect(draw({ status: 'paid', settled: writtenOff })).toMatchObject({
      totals: [...draw().totals, ['Total', '$1,302.00'], ['Written off', '\u2212$1,000.00']],
      grand: ['Amount paid', '$302.00'],
    });
    const partly = settled('302.00', { amountWrittenOff: '500.00' });
    expect(draw({ settled: partly }).grand).toEqual(['Amount due', '$500.00']);
  });

  it('tells of an open invoice what of a refund is not owed again', () => {
    expect(draw({ settled: settled('0.00', { amountAdjusted: '302.00' }) })).toMatchObject({
      hero: { label: 'Amount due', value: '$1,000.00' },
      totals: [
        ...draw().totals,
        ['Total', '$1,302.00'],
        ['Refunded, not owed again', '\u2212$302.00'],
      ],
      grand: ['Amount due', '$1,000.00'],
    });
  });

  it('tells what was credited, and that nobody has paid what is credited whole', () => {
    const part = settled('0.00', { amountCredited: '302.00' });
    expect(draw({ settled: part })).toMatchObject({
      totals: [...draw().totals, ['Total', '$1,302.00'], ['Credited', '\u2212$302.00']],
      grand: ['Amount due', '$1,000.00'],
    });
    const rest = settled('1000.00', { amountCredited: '302.00' });
    expect(draw({ status: 'paid', settled: rest })).toMatchObject({
      grand: ['Amount paid', '$1,000.00'],
      status: { text: 'PAID' },
    });
    const whole = settled('0.00', { amountCredited: '1302.00' });
    expect(draw({ status: 'paid', settled: whole })).toMatchObject({
      hero: { label: 'Amount due', value: '$0.00', note: 'Settled by credit' },
      grand: ['Amount due', '$0.00'],
      status: { text: 'CREDITED' },
    });
  });

  it('tells what was given up, of all or of a rest', () => {
    const rest = settled('1000.00', { amountWrittenOff: '302.00' });
    expect(draw({ status: 'paid', settled: rest })).toMatchObject({
      hero: { label: 'Amount paid', value: '$1,000.00', note: 'The rest is written off' },
      status: { text: 'WRITTEN OFF' },
    });
    const all = settled('0.00', { amountWrittenOff: '1302.00' });
    expect(draw({ status: 'paid', settled: all })).toMatchObject({
      hero: { label: 'Amount due', value: '$0.00', note: 'Written off' },
      grand: ['Amount due', '$0.00'],
    });
  });

  it('tells that all of its money went back', () => {
    const back = settled('0.00', { amountAdjusted: '1302.00' });
    expect(draw({ status: 'paid', settled: back })).toMatchObject({
      hero: { label: 'Amount due', value: '$0.00', note: 'Refunded' },
      grand: ['Amount due', '$0.00'],
      status: { text: 'REFUNDED' },
    });
  });

  it('says when and how it was paid, as far as it is known', () => {
    const paid = { status: 'paid', paidAt: '2026-11-28' } as const;
    expect(draw({ ...paid, paymentMethod: 'bank_transfer' }).hero).toEqual({
      label: 'Amount paid',
      value: '$1,302.00',
      note: 'Paid Nov 28, 2026 by bank transfer',
    });
    expect(draw({ ...paid, paymentMethod: 'other' }).hero.note).toBe('Paid Nov 28, 2026');
    expect(draw({ status: 'paid' }).hero.note).toBe('Paid');
  });
});

describe('parties', () => {
  it('bills the company, for the attention of the person', () => {
    expect(draw().to).toEqual({
      label: 'Bill to',
      name: 'Meridian',
      address: ['Attn. Dana Whitlock', '480 Alder Avenue', 'Suite 3', 'Burlington, VT 05401'],
      contact: ['ap@meridian.example'],
    });
  });

  it('bills the person where there is no company, or one of the same name', () => {
    expect(draw({}, {}, { company: ' ' }).to.name).toBe('Dana Whitlock');
    expect(draw({}, {}, { company: ' ' }).to.address[0]).toBe('480 Alder Avenue');
    expect(draw({}, {}, { company: 'Dana Whitlock' }).to.address[0]).toBe('480 Alder Avenue');
  });

  it('sets no Latin abbreviation before a name in another script', () => {
    expect(draw({}, {}, { name: '佐藤' }).to.address[0]).toBe('佐藤');
  });

  it('stands without a customer, for the editor', () => {
    const data = invoiceDocument({ invoice: drawn(invoice), customer: null, business });
    expect(data.to).toEqual({ label: 'Bill to', name: '', address: [], contact: [] });
  });

  it('lists how the business is reached, without saying anything twice', () => {
    const from = {
      contactName: 'Jane Finch',
      email: 'accounts@finch.example',
      phone: '+1 207 555 0142',
      website: 'https://www.finch.example/',
      taxNumber: '84-29',
    };
    const contact = ['accounts@finch.example', 'Jane Finch, +1 207 555 0142', 'Tax no. 84-29'];
    expect(draw({}, from).from.contact).toEqual(contact);
    expect(draw({}, { ...from, website: 'http://other.example' }).from.contact).toContain(
      'other.example',
    );
    expect(draw({}, { ...from, contactName: 'harbour & finch' }).from.contact[1]).toBe(from.phone);
    expect(draw({}, { contactName: 'سارة', phone: '+961 1' }).from.contact).toEqual([
      'سارة',
      '+961 1',
    ]);
  });
});

describe('style', () => {
  it('takes the theme and colors of the profile, and the defaults for what it does not know', () => {
    expect(draw({}, { pdfTheme: 'elegant', pdfPrimaryColor: '#AbCdEf' })).toMatchObject({
      theme: 'elegant',
      primary: '#AbCdEf',
      accent: '#0079F2',
    });
    expect(draw({}, { pdfTheme: '__proto__', pdfPrimaryColor: 'red; #fff' })).toMatchObject({
      theme: 'classic',
      primary: '#333333',
    });
  });

  it('chooses the paper by the country of the business', () => {
    for (const country of ['USA', 'U.S.A.', 'united  states', 'Canada', '', null]) {
      expect(draw({}, { country }).paper).toBe('us-letter');
    }
    for (const country of ['Germany', 'UK', '日本', 'Mexico']) {
      expect(draw({}, { country }).paper).toBe('a4');
    }
  });
});

describe('direction and language', () => {
  const arabic = {
    description: 'تصميم الهوية',
    quantity: '1.00',
    unitPrice: '1.00',
  };

  it('turns the page round when the business writes from right to left', () => {
    const data = draw({ lineItems: [arabic], notes: 'شكرا' }, { businessName: 'استوديو المرفأ' });
    expect(data).toMatchObject({ dir: 'rtl', lang: 'ar' });
    expect(draw({ lineItems: [], notes: '' }, { businessName: 'סטודיו נמל' })).toMatchObject({
      dir: 'rtl',
      lang: 'he',
    });
  });

  it('keeps an English letterhead left to right whoever the customer is', () => {
    const c = { name: 'محمصة الأرز', company: '', address: 'شارع الحمراء' };
    expect(draw({}, {}, c)).toMatchObject({ dir: 'ltr', lang: 'en' });
  });

  it('knows Japanese by its kana and Korean by its syllables', () => {
    expect(draw({ notes: '', lineItems: [] }, { businessName: '港デザイン' })).toMatchObject({
      lang: 'ja',
      han: 'ja',
    });
    expect(draw({}, {}, { name: '김민수' })).toMatchObject({ lang: 'en', han: 'ko' });
    expect(draw({}, {}, { name: '王小明' })).toMatchObject({ lang: 'en', han: 'zh' });
  });
});
