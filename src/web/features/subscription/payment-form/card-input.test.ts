import { expect, it } from 'vitest';
import { brandName, formatCardNumber, formatExpiry, readCard } from './card-input.ts';

it('groups a number as it stands on the card', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('42424')).toBe('4242 4');
  expect(formatCardNumber('4242 4242-4242')).toBe('4242 4242 4242');
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(formatCardNumber('3782822')).toBe('3782 822');
  expect(formatCardNumber('abc')).toBe('');
  expect(formatCardNumber('4'.repeat(40)).replaceAll(' ', '')).toHaveLength(19);
});

it('puts the slash into an expiry, and does not fight with whoever deletes it', () => {
  const typed = (...texts: string[]) => {
    let before = '';
    for (const text of texts) before = formatExpiry(text, before);
    return before;
  };
  expect(typed('0', '08', '08 / 2', '08 / 29')).toBe('08 / 29');
  expect(typed('8')).toBe('08 / ');
  expect(typed('1', '1/')).toBe('01 / ');
  expect(typed('1', '12')).toBe('12 / ');
  expect(typed('0829')).toBe('08 / 29');
  expect(typed('08/2029')).toBe('08 / 2029');
  expect(typed('08', '08 /')).toBe('08 /');
  expect(typed('08', '08 ', '08', '0')).toBe('0');
});

it('knows the brand by its first digits', () => {
  const brands = ['4242', '5555', '2223', '378', '6011', '9', ''].map(brandName);
  expect(brands).toEqual(['VISA', 'MASTERCARD', 'MASTERCARD', 'AMEX', 'DISCOVER', '', '']);
});

it('reads a card, or says what is wrong with each field', () => {
  const today = new Date(2026, 10, 21);
  const good = {
    number: '4242 4242 4242 4242',
    expiry: '11 / 26',
    cvc: '123',
    name: ' Ada Quill ',
  };
  expect(readCard(good, today)).toEqual({
    card: {
      number: '4242424242424242',
      expMonth: 11,
      expYear: 2026,
      cvc: '123',
      name: 'Ada Quill',
    },
  });
  expect(readCard({ ...good, expiry: '11 / 2026' }, today).card?.expYear).toBe(2026);
  expect(
    readCard({ ...good, number: '378282246310005', cvc: '1234' }, today).errors,
  ).toBeUndefined();
  expect(readCard({ number: '', expiry: '', cvc: '', name: '' }, today).errors).toEqual({
    number: 'Card number is required',
    expiry: 'Expiry is required',
    cvc: 'Security code is required',
  });
  const wrong = (values: object) =>
    Object.keys(readCard({ ...good, ...values }, today).errors ?? {});
  expect(wrong({ number: '4242 4242 4242 4241' })).toEqual(['number']);
  expect(wrong({ number: '4242' })).toEqual(['number']);
  expect(wrong({ expiry: '13 / 29' })).toEqual(['expiry']);
  expect(wrong({ expiry: '08' })).toEqual(['expiry']);
  expect(wrong({ expiry: '08 / 2' })).toEqual(['expiry']);
  expect(wrong({ expiry: '10 / 26' })).toEqual(['expiry']);
  expect(wrong({ cvc: '12' })).toEqual(['cvc']);
  expect(wrong({ number: '378282246310005' })).toEqual(['cvc']);
});
