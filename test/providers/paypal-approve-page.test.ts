import { describe, expect, test } from 'vitest';
import { checkoutRequest, paypalSandbox } from './paypal-fixture.ts';

const paypal = paypalSandbox();
const { control } = paypal;

/** An order, and the answers of the page on which its payer agrees to it. */
async function openOrder(change: Parameters<typeof checkoutRequest>[0] = {}) {
  const { provider } = paypal.account();
  const request = checkoutRequest(change);
  const { id, url } = await provider.createCheckout(request);
  const address = url ?? '';
  const answer = async (asked: Promise<Response>) => {
    const { status, headers } = await asked;
    return { status, location: headers.get('location') };
  };
  return {
    provider,
    request,
    id,
    load: () => fetch(address),
    read: async () => (await fetch(address)).text(),
    post: (fields: Record<string, string>) =>
      answer(
        fetch(address, {
          method: 'POST',
          body: new URLSearchParams(fields),
          redirect: 'manual',
        }),
      ),
  };
}

describe('the page on which a payer agrees', () => {
  test('says whom, what for and how much, and what became of it', async () => {
    const { id, provider, request, read } = await openOrder();
    const asked = await read();
    for (const words of [
      'Sandbox: no real money moves.',
      'Harbor &amp; Vine Studio',
      'Invoice INV-2026-0418',
      '$1,234.50',
    ]) {
      expect(asked).toContain(words);
    }
    await control('paypal/approve', { order: id, funding: 'declines' });
    await provider.captureCheckout(id, request.key);
    expect(await read()).toContain('This payment method was declined. Choose another one.');
    await control('paypal/approve', { order: id });
    expect(await read()).toContain('You have approved this payment');
    await control('paypal/expire', { order: id });
    expect(await read()).toContain('This payment has ended');
  });

  test.each([
    ['declines', 'open'],
    ['pends', 'processing'],
    ['completes', 'paid'],
  ])('sends the payer who %s back with the names that PayPal adds', async (funding, state) => {
    const { id, provider, request, post } = await openOrder();
    const { status, location } = await post({ action: 'approve', funding });
    expect(status).toBe(303);
    const { origin, pathname, searchParams } = new URL(location ?? '');
    expect(`${origin}${pathname}`).toBe('http://localhost:3000/payment-success');
    expect(Object.fromEntries(searchParams)).toEqual({
      invoice: 'abc',
      token: id,
      PayerID: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
    });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'approved', payment: null });
    expect((await provider.captureCheckout(id, request.key)).state).toBe(state);
  });

  test('sends whoever cancels back, and the order can still be paid', async () => {
    const { id, provider, post } = await openOrder();
    expect(await post({ action: 'cancel' })).toEqual({
      status: 303,
      location: `http://localhost:3000/pay-invoice/abc?token=${id}`,
    });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
  });

  test('goes the same way at a second press, and approves no second time', async () => {
    const { post } = await openOrder();
    const press = () => post({ action: 'approve', funding: 'completes' });
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(first.location).toBe(second.location);
  });

  test('asks for a way to pay where none was chosen', async () => {
    const { id, provider, post, read } = await openOrder();
    expect(await post({ action: 'approve' })).toEqual({ status: 400, location: null });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
    expect(await read()).not.toContain('You have approved');
  });

  test('shows what merchants write as text', async () => {
    const { load } = await openOrder({
      businessName: '<script>alert(1)</script>',
      description: '"><img src=x>',
    });
    const answer = await load();
    const text = await answer.text();
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
