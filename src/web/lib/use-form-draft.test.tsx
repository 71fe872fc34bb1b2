// @vitest-environment jsdom
import { act, useEffect } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import type { UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { useFormDraft } from './use-form-draft.ts';

interface Shop {
  id: number;
  version: number;
  phone: string;
  city: string;
  logo: string;
}
interface Values {
  phone: string;
  city: string;
  secret: string;
}

const FIRST: Shop = { id: 7, version: 1, phone: '', city: 'Portland', logo: 'old.png' };
const toValues = ({ phone, city }: Shop): Values => ({ phone, city, secret: '' });
const EMPTY: Values = { phone: '', city: 'here', secret: '' };
const SECRETS = ['secret'] as const;

/** What the form's page holds on to. */
let form: UseFormReturn<Values>;
let draft: ReturnType<typeof useFormDraft<Shop, Values, unknown, Values>>;
let root: Root | undefined;

function ShopForm({ record }: { record: Shop | null }) {
  const shopForm = useForm<Values>({ defaultValues: record ? toValues(record) : EMPTY });
  const shopDraft = useFormDraft({
    form: shopForm,
    noun: 'shop',
    record,
    toValues,
    without: SECRETS,
  });
  useEffect(() => {
    form = shopForm;
    draft = shopDraft;
  });
  return shopForm.formState.isDirty ? 'unsaved' : 'saved';
}

async function open(record: Shop | null): Promise<void> {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<ShopForm record={record} />));
}

/** The page goes, as with a reload or an expired session. */
async function leave(): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  await act(async () => root?.unmount());
  root = undefined;
}

const type = (name: keyof Values, value: string) =>
  act(async () => form.setValue(name, value, { shouldDirty: true }));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  sessionStorage.clear();
});
afterEach(leave);

test('what was typed comes back, unsaved, and without its secrets', async () => {
  await open(FIRST);
  await type('phone', '555 0100');
  await type('secret', 'sk_test_1');
  await leave();
  await open(FIRST);
  expect(form.getValues()).toEqual({ phone: '555 0100', city: 'Portland', secret: '' });
  expect(form.formState.isDirty).toBe(true);
  expect(draft.newer).toBeUndefined();
  await act(async () => draft.forget());
  await leave();
  await open(FIRST);
  expect(form.getValues('phone')).toBe('');
});

test('that it came back is told, and discarding gives the record as it is stored', async () => {
  const second = { ...FIRST, version: 2, logo: 'new.png' };
  await open(FIRST);
  await type('phone', '555 0100');
  expect(draft.restored).toBe(false);
  await leave();
  await open(second);
  expect(draft.restored).toBe(true);
  await act(async () => draft.discard());
  expect([draft.restored, draft.base, form.formState.isDirty]).toEqual([false, second, false]);
  expect(form.getValues()).toEqual(toValues(second));
  await type('city', 'Salem');
  expect(draft.restored).toBe(false);
  await act(async () => draft.discard());
  await leave();
  await open(second);
  expect([draft.restored, form.getValues('city')]).toEqual([false, 'Portland']);
});

test('a new record goes back to how its form was opened', async () => {
  await open(null);
  await type('phone', '555 0100');
  await leave();
  await open(null);
  expect([draft.restored, form.getValues('phone')]).toEqual([true, '555 0100']);
  await act(async () => draft.discard());
  expect([draft.restored, form.getValues()]).toEqual([false, EMPTY]);
  await leave();
  await open(null);
  expect([draft.restored, form.formState.isDirty]).toEqual([false, false]);
});

test('it outlives a newer version that the form went on from by itself', async () => {
  const second = { ...FIRST, version: 2, logo: 'new.png' };
  await open(FIRST);
  await type('phone', '555 0100');
  await act(async () => draft.setBase(second));
  await open(second);
  await leave();
  await open(second);
  expect(form.getValues('phone')).toBe('555 0100');
  expect(draft.base).toEqual(second);
  expect(draft.newer).toBeUndefined();
});

test('a newer version with other things in the form is asked about, and keeping lasts', async () => {
  const second = { ...FIRST, version: 2, city: 'Salem' };
  await open(FIRST);
  await type('phone', '555 0100');
  await leave();
  await open(second);
  expect(form.getValues()).toMatchObject({ phone: '555 0100', city: 'Portland' });
  expect([draft.base, draft.newer]).toEqual([FIRST, second]);

  await act(async () => draft.keep());
  expect([draft.base, draft.newer]).toEqual([second, undefined]);
  await leave();
  await open(second);
  expect(form.getValues()).toMatchObject({ phone: '555 0100', city: 'Portland' });
  expect([draft.base, draft.newer]).toEqual([second, undefined]);
});

test('loading the newer version ends the draft', async () => {
  const second = { ...FIRST, version: 2, city: 'Salem' };
  await open(FIRST);
  await type('phone', '555 0100');
  await leave();
  await open(second);
  await act(async () => draft.load());
  expect(form.getValues()).toMatchObject({ phone: '', city: 'Salem' });
  await leave();
  await open(second);
  expect(form.formState.isDirty).toBe(false);
});

test('what has been saved meanwhile, or taken back, is no draft', async () => {
  await open(FIRST);
  await type('phone', '555 0100');
  await leave();
  const saved = { ...FIRST, version: 2, phone: '555 0100' };
  await open(saved);
  expect([form.formState.isDirty, draft.newer]).toEqual([false, undefined]);
  await type('phone', '');
  await type('phone', '555 0100');
  await leave();
  await open({ ...saved, version: 3, city: 'Salem' });
  expect(form.getValues('city')).toBe('Salem');
  expect(draft.newer).toBeUndefined();
});

test('a save that was only too late for a logo is sent again, any other is refused', async () => {
  const stale = (current: Shop) =>
    new ApiError(409, JSON.stringify({ code: 'STALE', message: 'Changed elsewhere', current }));
  await open(FIRST);
  const second = { ...FIRST, version: 2, logo: 'new.png' };
  const save = vi.fn(async (on: Shop | null) => {
    if (on?.version !== 2) throw stale(second);
    return { ...on, version: 3 };
  });
  expect(await draft.saveOnBase(save)).toMatchObject({ version: 3 });
  expect(save).toHaveBeenCalledTimes(2);

  const moved = vi.fn(() => Promise.reject(stale({ ...second, city: 'Salem' })));
  await expect(draft.saveOnBase(moved)).rejects.toThrow('409');
  expect(moved).toHaveBeenCalledTimes(1);
});
