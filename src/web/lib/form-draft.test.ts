import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft } from './form-draft.ts';

/** Session storage as a browser has it, full after `room` letters. */
function storage(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('drafts', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', storage()));

  test('are read back as they were written, each under its key', () => {
    writeDraft('customer:new', { name: 'Ada', phone: '' });
    expect(readDraft('customer:new')).toEqual({ name: 'Ada', phone: '' });
    expect(readDraft('customer:1:2')).toBeUndefined();
  });

  test('are gone once cleared', () => {
    writeDraft('customer:new', { name: 'Ada' });
    clearDraft('customer:new');
    expect(readDraft('customer:new')).toBeUndefined();
  });

  test('that are damaged count as none', () => {
    sessionStorage.setItem('remit-draft:x', '{"name":');
    expect(readDraft('x')).toBeUndefined();
  });
});

test('a full or closed storage costs the draft, never the form', () => {
  vi.stubGlobal('sessionStorage', storage(3));
  expect(() => writeDraft('x', { name: 'Ada' })).not.toThrow();
  expect(readDraft('x')).toBeUndefined();
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => writeDraft('x', 1)).not.toThrow();
  expect(() => clearDraft('x')).not.toThrow();
  expect(readDraft('x')).toBeUndefined();
});
