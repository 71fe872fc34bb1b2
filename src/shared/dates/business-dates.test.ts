import { describe, expect, it } from 'vitest';
import { dateField } from '../contract/fields.ts';
import { paymentDateFault } from '../payments/payment-date.ts';
import { nearestBusinessDate } from './business-dates.ts';

describe('the dates of records', () => {
  const field = dateField('Due date');

  it.each(['2000-01-01', '2099-12-31', '2026-11-20T23:30:00-08:00'])('may be %s', (text) => {
    expect(field.parse(text)).toBe(text.slice(0, 10));
  });

  it.each(['1900-01-01', '1999-12-31', '2100-01-01', '9999-12-31'])('may not be %s', (text) => {
    const { error } = field.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Due date must be in the years 2000 to 2099',
    ]);
  });

  it('are looked for in a calendar from the nearest that is one', () => {
    expect(nearestBusinessDate('1950-05-05')).toBe('2000-01-01');
    expect(nearestBusinessDate('2026-11-20')).toBe('2026-11-20');
    expect(nearestBusinessDate('9999-12-31')).toBe('2099-12-31');
  });
});

it('takes no payment of a day to come', () => {
  expect(paymentDateFault('2026-11-20', '2026-11-20')).toBeUndefined();
  expect(paymentDateFault('2026-11-21', '2026-11-20')).toBe(
    'Payment date must not be in the future',
  );
});
