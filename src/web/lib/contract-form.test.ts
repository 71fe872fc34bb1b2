import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { showFieldErrors } from './contract-form.ts';

function form(values: Record<string, unknown>) {
  const setError = vi.fn();
  return { setError, form: { getValues: () => values, setError } as never };
}

const refused = (fields: unknown) =>
  new ApiError(400, JSON.stringify({ code: 'VALIDATION', message: 'Not valid', fields }));

test('puts the server’s fields under the form’s and focuses the first', () => {
  const { form: any, setError } = form({ name: '', lineItems: [] });
  const shown = showFieldErrors(
    any,
    refused([
      { path: 'name', message: 'Name is required' },
      { path: 'lineItems.0.quantity', message: 'Quantity must be positive' },
      { path: 'userId', message: 'Not yours' },
    ]),
  );
  expect(shown).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['name', { type: 'server', message: 'Name is required' }, { shouldFocus: true }],
    [
      'lineItems.0.quantity',
      { type: 'server', message: 'Quantity must be positive' },
      { shouldFocus: false },
    ],
  ]);
});

test('says when there was nothing to show', () => {
  const { form: any, setError } = form({ name: '' });
  expect(showFieldErrors(any, refused([{ path: 'other', message: 'x' }]))).toBe(false);
  expect(showFieldErrors(any, new ApiError(500, ''))).toBe(false);
  expect(showFieldErrors(any, new Error('offline'))).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});
