import { describe, expect, test } from 'vitest';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { confirmPayment, createPayment, storedCheckout } from './pay-calls.ts';

interface Sent {
  address: string;
  init: RequestInit | undefined;
}

function answering(status: number, body: unknown) {
  const sent: Sent[] = [];
  const fetcher: typeof fetch = async (address, init) => {
    sent.push({ address: address as string, init });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { fetcher, sent };
}

const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));

describe('createPayment', () => {
  test('asks for the invoice it is told, as JSON', async () => {
    const { fetcher, sent } = answering(200, { paymentUrl: 'https://pay.example/1' });
    await expect(createPayment('../x?y', { method: 'paypal' }, fetcher)).resolves.toEqual({
      state: 'ready',
      url: 'https://pay.example/1',
    });
    expect(sent[0]?.address).toBe('/api/invoices/..%2Fx%3Fy/create-payment');
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"method":"paypal"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('an address that is no web address is not gone to', async () => {
    for (const paymentUrl of ['javascript:alert(1)', 'data:text/html,x', '/here', '', 7]) {
      const { fetcher } = answering(200, { paymentUrl });
      expect((await createPayment('1', {}, fetcher)).state).toBe('refused');
    }
  });

  test('paid meanwhile is no failure', async () => {
    const { fetcher } = answering(409, { code: 'ALREADY_PAID', message: 'Paid.' });
    expect(await createPayment('1', { method: 'stripe' }, fetcher)).toEqual({
      state: 'already-paid',
    });
  });

  test('a refusal is told in its own words, a fault in ours', async () => {
    const refused = answering(409, { code: 'CONFLICT', message: 'The keys were refused.' });
    expect(await createPayment('1', { method: 'stripe' }, refused.fetcher)).toEqual({
      state: 'refused',
      words: 'The keys were refused.',
    });
    const worded = answering(400, { error: 'Not for sale.' });
    expect(await createPayment('1', { method: 'stripe' }, worded.fetcher)).toMatchObject({
      words: 'Not for sale.',
    });
    for (const fetcher of [
      answering(500, { code: 'INTERNAL', message: 'secret' }).fetcher,
      answering(502, '<html>').fetcher,
      answering(200, '<html>').fetcher,
      offline,
    ]) {
      const answer = await createPayment('1', { method: 'stripe' }, fetcher);
      expect(answer).toMatchObject({ state: 'refused' });
      expect('words' in answer && answer.words).toMatch(/could not be opened.*Nothing was charged/);
    }
  });
});

describe('confirmPayment', () => {
  test('asks with an empty JSON body and gives the answer', async () => {
    const { fetcher, sent } = answering(200, { state: 'paid', amount: '1.00' });
    await expect(confirmPayment('4f0c', fetcher)).resolves.toEqual({
      state: 'answered',
      confirmation: { state: 'paid', amount: '1.00' },
    });
    expect(sent[0]).toMatchObject({
      address: '/api/invoices/4f0c/mark-paid',
      init: { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    });
  });

  test('no invoice is missing; no answer, or none to be read, is unreachable', async () => {
    expect(await confirmPayment('')).toEqual({ state: 'missing' });
    const gone = answering(404, { code: 'NOT_FOUND' });
    expect(await confirmPayment('1', gone.fetcher)).toEqual({ state: 'missing' });
    const faults = [answering(503, {}), answering(429, {}), answering(200, '<html>')];
    for (const fetcher of [...faults.map((one) => one.fetcher), offline]) {
      expect(await confirmPayment('1', fetcher)).toEqual({ state: 'unreachable' });
    }
  });
});

describe('storedCheckout', () => {
  const data = (paymentUrl: string | null, hasPayPal = false) =>
    ({
      invoice: { paymentUrl },
      paymentConfig: { hasStripe: true, hasPayPal, testMode: true },
    }) as PublicInvoice;

  test('a fresh address is used as it is, an old one is asked for again', () => {
    expect(storedCheckout(data('https://pay.example/1'), 1_000)).toBe('https://pay.example/1');
    expect(storedCheckout(data('https://pay.example/1'), 600_000)).toBeUndefined();
    expect(storedCheckout(data(null), 0)).toBeUndefined();
    expect(storedCheckout(data('javascript:alert(1)'), 0)).toBeUndefined();
  });

  test('where there are two ways, each is asked for by name', () => {
    expect(storedCheckout(data('https://pay.example/1', true), 0)).toBeUndefined();
  });
});
