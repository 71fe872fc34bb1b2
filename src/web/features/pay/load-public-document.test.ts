import { describe, expect, test } from 'vitest';
import {
  loadPublicDocument,
  parsePublicId,
  parseReceiptId,
  publicPdfUrl,
} from './load-public-document.ts';

const answering =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    new Response(body === undefined ? null : JSON.stringify(body), { status });

describe('publicIdOf', () => {
  test('reads the id after /pay-invoice/', () => {
    expect(parsePublicId('/pay-invoice/4f0c')).toBe('4f0c');
    expect(parsePublicId('/pay-invoice/4f0c/')).toBe('4f0c');
    expect(parsePublicId('/view-estimate/4f0c')).toBe('4f0c');
    expect(parsePublicId('/pay-invoice/a%20b')).toBe('a b');
  });

  test('is empty where there is none, or one that cannot be read', () => {
    for (const path of ['/', '/pay-invoice', '/pay-invoice/', '/pay-invoice/%E0%A4%A', '/x/4f0c']) {
      expect(parsePublicId(path)).toBe('');
    }
  });
});

test('receiptIdOf reads the invoice and nothing that a provider adds', () => {
  expect(parseReceiptId('?invoice=4f0c&token=5XY&PayerID=QQ')).toBe('4f0c');
  expect(parseReceiptId('?token=5XY&invoice=4f0c')).toBe('4f0c');
  expect(parseReceiptId('?token=5XY')).toBe('');
  expect(parseReceiptId('')).toBe('');
});

describe('publicPdfUrl', () => {
  test('keeps an odd id inside its path segment', () => {
    expect(publicPdfUrl('invoice', '../x?y')).toBe('/api/public/invoice/..%2Fx%3Fy/pdf');
  });
});

describe('loadPublicDocument', () => {
  const data = { invoice: { id: '4f0c' } };

  test('an answer with an invoice is found', async () => {
    await expect(loadPublicDocument('invoice', '4f0c', answering(200, data))).resolves.toEqual({
      state: 'found',
      data,
    });
    await expect(loadPublicDocument('estimate', '4f0c', answering(200, data))).resolves.toEqual({
      state: 'missing',
    });
  });

  test('404, an empty answer and an empty id are missing', async () => {
    for (const fetcher of [answering(404, { code: 'NOT_FOUND' }), answering(200, null)]) {
      await expect(loadPublicDocument('invoice', '4f0c', fetcher)).resolves.toEqual({
        state: 'missing',
      });
    }
    const never: typeof fetch = () => Promise.reject(new Error('must not be asked'));
    await expect(loadPublicDocument('invoice', '', never)).resolves.toEqual({ state: 'missing' });
  });

  test('a server in trouble, no network and a broken body are failures, not absences', async () => {
    const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const broken: typeof fetch = async () => new Response('<html>', { status: 200 });
    for (const fetcher of [answering(503, {}), offline, broken]) {
      await expect(loadPublicDocument('invoice', '4f0c', fetcher)).resolves.toEqual({
        state: 'failed',
      });
    }
  });
});
