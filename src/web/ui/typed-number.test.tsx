import { useState } from 'react';
// @vitest-environment jsdom
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BusinessCountryContext } from './business-country.ts';
import { MoneyField, QuantityField, RateField } from './decimal-field.tsx';
import { NumberInput, NumberTextField } from './typed-number.tsx';

let root: Root;
const told = vi.fn<(value: string) => void>();

beforeEach(() => {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
  told.mockClear();
});
afterEach(() => root.unmount());

const FIELDS = {
  money: (field: Bound) => <MoneyField {...field} currency="EUR" />,
  quantity: (field: Bound) => <QuantityField {...field} />,
  rate: (field: Bound) => <RateField {...field} />,
  cell: ({ label, value, onChange }: Bound) => (
    <NumberInput
      aria-label={label}
      placeholder="10% or 5.00"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
  share: (field: Bound) => (
    <NumberTextField {...field} onChange={({ target }) => field.onChange(target.value)} />
  ),
};
type Bound = { label: string; value: string; onChange: (value: string) => void };

function Form({ kind, initial }: { kind: keyof typeof FIELDS; initial: string }) {
  const [value, setValue] = useState(initial);
  const onChange = (next: string) => {
    told(next);
    setValue(next);
  };
  return FIELDS[kind]({ label: 'Figure', value, onChange });
}

async function typeInto(country: string, kind: keyof typeof FIELDS, text: string, initial = '') {
  root.render(
    <BusinessCountryContext value={country}>
      <Form kind={kind} initial={initial} />
    </BusinessCountryContext>,
  );
  const input = await vi.waitFor(() => {
    const found = document.querySelector('input');
    if (!found) throw new Error('no field');
    return found;
  });
  const before = input.value;
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  const said = document.querySelector('[role=status]')?.textContent ?? '';
  input.blur();
  await vi.waitFor(() => expect(input.value === text && kind === 'money').toBe(false));
  return { before, told: told.mock.lastCall?.[0], said, shown: input.value };
}

test.each([
  ['Germany', 'money', '1.500', '1500.00', '', '1.500,00'],
  ['Germany', 'money', '1.50', '1.50', '= 1,50', '1,50'],
  ['Germany', 'quantity', '1,333', '1.333', '= 1,3330', '1,333'],
  ['Germany', 'rate', '8,875', '8.875', '= 8,8750', '8,875'],
  ['United States', 'rate', '8,875', '8.875', '= 8.8750', '8.875'],
  ['United States', 'quantity', '1,333', '1333.00', '= 1,333.00', '1,333'],
  ['United States', 'money', '1.500', '1.50', '= 1.50', '1.50'],
  ['India', 'money', '1,23,456', '123456.00', '', '1,23,456.00'],
  ['Austria', 'money', '12345,6', '12345.60', '', '12.345,60'],
  ['Germany', 'rate', '10 %', '10.00', '', '10'],
  ['Germany', 'share', '12,5%', '12.5%', '', '12,5%'],
] as const)('in %s a %s of %s is told as %s', async (country, kind, text, value, said, shown) => {
  const typed = await typeInto(country, kind, text);
  expect(typed).toEqual({ before: '', told: value, said, shown });
});

test('what is stored is shown as the country writes it', async () => {
  expect((await typeInto('Germany', 'money', '2', '1234567.50')).before).toBe('1.234.567,50');
});

test('in a table what was understood goes with the typing, and its example is written alike', async () => {
  expect(await typeInto('Germany', 'cell', '1,333')).toMatchObject({ said: '= 1,3330' });
  await vi.waitFor(() => expect(document.querySelector('[role=status]')).toBeNull());
  expect(document.querySelector('input')?.placeholder).toBe('10% or 5,00');
});
