import { describe, expect, test } from 'vitest';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { readChoice } from './pay-choice.ts';
import { askedLines, findUnclear } from './use-line-choice.ts';

function typed(text: string, currency = 'EUR') {
  const limits = { least: '0', most: '9000000' };
  const offer = {
    invoice: { currency, amountDue: '9000000' },
    paymentConfig: { parts: { stripe: limits } },
  } as Pick<PublicInvoice, 'invoice' | 'paymentConfig'>;
  const { asked, fault } = readChoice(offer, 'part', text);
  return asked ?? fault;
}

describe('an amount of the customer’s choice', () => {
  test.each([
    ['1500', '1500.00'],
    ['1500.00', '1500.00'],
    ['1500,00', '1500.00'],
    ['1.500,00', '1500.00'],
    ['1,500.00', '1500.00'],
    ['1 500', '1500.00'],
    ['1.500.000', '1500000.00'],
    ['12,5', '12.50'],
    ['0.500', '0.50'],
  ])('%s is read as it is meant', (text, amount) => expect(typed(text)).toBe(amount));

  test.each(['1.500', '1,500', '€ 1.500'])('%s may be either of two, and is not paid', (text) =>
    expect(typed(text)).toBe('Write 1500 for €1,500.00, or 1.50 for €1.50'),
  );

  test('in a currency without decimals it is thousands, in one of three as it is shown', () => {
    expect(typed('1.500', 'JPY')).toBe('1500');
    expect(typed('1.500', 'KWD')).toBe('1.500');
    expect(typed('1,500', 'KWD')).toMatch(/^Write 1500 for .+, or 1\.500 for /);
  });
});

describe('a quantity of the customer’s choice', () => {
  const wanted = (quantity: string) => [{ line: 2, quantity, isLeftOut: false }];

  test('is read with a comma before its decimals', () =>
    expect(askedLines(wanted('1,5'))).toEqual([{ line: 2, quantity: '1.50' }]));

  test('that may be either of two is not taken', () => {
    expect(findUnclear(wanted('1.500'))).toEqual({ words: 'Write 1500, or 1.50', line: 2 });
    expect(findUnclear(wanted('1,333'))?.words).toBe('Write 1333, or 1.3330');
    expect(findUnclear(wanted('1.50'))).toBeUndefined();
  });
});
