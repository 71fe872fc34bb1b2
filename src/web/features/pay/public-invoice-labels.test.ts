import { describe, expect, test } from 'vitest';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import {
  amountAsked,
  amountReceived,
  formatPublicDueDate,
  senderLines,
} from './public-invoice-labels.ts';

const business: PublicInvoice['businessProfile'] = {
  businessName: 'Marram Landscape Studio',
  contactName: 'Isla Marram',
  email: 'isla@marram.example',
  phone: '(207) 555-0148',
  address: '14 Wharf Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  country: 'United States',
  logoUrl: null,
  taxNumbers: [],
  brand: { deep: '#0F412E', tint: '#C0D8CC', solid: '#1C5B43' },
};

describe('senderLines', () => {
  test('a full address', () => {
    expect(senderLines(business)).toEqual([
      'Isla Marram',
      '14 Wharf Street',
      'Portland, ME 04101',
      'United States',
    ]);
  });

  test('the country decides where the postal code stands', () => {
    const berlin = { ...business, city: 'Berlin', state: null, zipCode: '10623' };
    expect(senderLines({ ...berlin, country: 'Germany' }).slice(2)).toEqual([
      '10623 Berlin',
      'Germany',
    ]);
  });

  test('missing parts leave neither gaps nor commas', () => {
    const bare = { ...business, contactName: null, address: null, country: null };
    expect(senderLines({ ...bare, state: null, zipCode: null })).toEqual(['Portland']);
    expect(senderLines({ ...bare, city: null })).toEqual(['ME 04101']);
    expect(senderLines({ ...bare, city: null, state: ' ', zipCode: null })).toEqual([]);
  });

  test('a street of two lines takes two, and a sole trader is named once', () => {
    const sole = { ...business, businessName: 'Isla Marram', address: '14 Wharf Street\nUnit 2' };
    expect(senderLines(sole).slice(0, 2)).toEqual(['14 Wharf Street', 'Unit 2']);
  });
});

describe('formatPublicDueDate', () => {
  const due = (daysUntilDue: number) =>
    formatPublicDueDate({ nextDueDate: '2026-11-14', daysUntilDue } as PublicInvoice['invoice']);

  test('before, on and after the day', () => {
    expect(due(7)).toEqual({ due: 'Due Nov 14, 2026' });
    expect(due(0)).toEqual({ due: 'Due today, Nov 14, 2026' });
    expect(due(-1)).toEqual({ due: 'Was due Nov 14, 2026', ago: '1 day ago' });
    expect(due(-7)).toEqual({ due: 'Was due Nov 14, 2026', ago: '7 days ago' });
  });
});

describe('what is asked for and what has come', () => {
  const words = (
    status: string,
    total: string,
    amountDue: string,
    adjusted: string | null = null,
    writtenOff: string | null = null,
    credited: string | null = null,
  ) => {
    const invoice = {
      status,
      currency: 'USD',
      total,
      amountDue,
      adjusted,
      writtenOff,
      credited,
    } as PublicInvoice['invoice'];
    return [amountAsked(invoice).amount, amountReceived(invoice)?.amount];
  };

  test('open, partly paid, paid, partly refunded', () => {
    expect(words('sent', '107.00', '107.00')).toEqual(['107.00', undefined]);
    expect(words('overdue', '107.00', '57.00')).toEqual(['57.00', '50.00']);
    expect(words('paid', '107.00', '0.00')).toEqual(['107.00', undefined]);
    expect(words('paid', '107.00', '0.00', '7.00')).toEqual(['100.00', undefined]);
    // All of it went back, and a part of that is not owed again; or a part of a part.
    expect(words('sent', '107.00', '47.00', '60.00')).toEqual(['47.00', undefined]);
    expect(words('sent', '107.00', '57.00', '20.00')).toEqual(['57.00', '30.00']);
    expect(words('sent', '107.00', '50.00', null, '7.00')).toEqual(['50.00', '50.00']);
    expect(words('sent', '107.00', '100.00', null, '7.00')).toEqual(['100.00', undefined]);
    expect(words('paid', '107.00', '0.00', null, '107.00')).toEqual(['0.00', undefined]);
    expect(words('sent', '107.00', '50.00', null, null, '57.00')).toEqual(['50.00', undefined]);
    expect(words('sent', '107.00', '40.00', null, null, '57.00')).toEqual(['40.00', '10.00']);
    expect(words('paid', '107.00', '0.00', null, null, '7.00')).toEqual(['100.00', undefined]);
    expect(words('paid', '107.00', '0.00', null, null, '107.00')).toEqual(['0.00', undefined]);
  });
});
