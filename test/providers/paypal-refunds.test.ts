import { describe, expect, test } from 'vitest';
import { money } from '../../src/shared/money/money.ts';
import { checkoutRequest, paid, paypalSandbox } from './paypal-fixture.ts';

const paypal = paypalSandbox();
const { control } = paypal;

describe('a refund', () => {
  test('gives back parts, then the rest, and never more', async () => {
    const account = paypal.account();
    const { provider } = account;
    const { id, payment } = await paid(account, control, { amount: money('100.00', 'USD') });
    const give = (key: string, amount: string) =>
      provider.refund({ key, paymentId: payment.id, amount: money(amount, 'USD') });

    expect(await give('r1', '30.00')).toMatchObject({
      status: 'succeeded',
      amount: money('30.00', 'USD'),
    });
    expect((await provider.readCheckout(id))?.payment?.refunded).toBe('30.00');
    await expect(give('r2', '70.01')).rejects.toMatchObject({
      kind: 'rejected',
      code: 'REFUND_AMOUNT_EXCEEDED',
    });
    expect(await give('r3', '70.00')).toMatchObject({ status: 'succeeded' });
    expect(await provider.readCheckout(id)).toMatchObject({
      state: 'paid',
      payment: { refunded: '100.00' },
    });
    await expect(give('r4', '0.01')).rejects.toMatchObject({ code: 'CAPTURE_FULLY_REFUNDED' });
  });

  test('happens once for a key, also at the same time', async () => {
    const account = paypal.account();
    const { id, payment } = await paid(account, control, { amount: money('100.00', 'USD') });
    const give = (amount: string) =>
      account.provider.refund({ key: 'one', paymentId: payment.id, amount: money(amount, 'USD') });
    const refunds = await Promise.all([give('40.00'), give('40.00'), give('40.00')]);
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
    expect((await account.provider.readCheckout(id))?.payment?.refunded).toBe('40.00');
    await expect(give('41.00')).rejects.toMatchObject({ kind: 'key-reused' });
  });

  test('that is pending counts, one that failed does not', async () => {
    const account = paypal.account();
    const { clientId, provider } = account;
    const { id, payment } = await paid(account, control, { amount: money('100.00', 'USD') });
    const give = (key: string) =>
      provider.refund({ key, paymentId: payment.id, amount: money('10.00', 'USD') });
    await control('paypal/next-refund', { clientId, status: 'PENDING' });
    expect(await give('a')).toMatchObject({ status: 'pending', reason: null });
    await control('paypal/next-refund', { clientId, status: 'FAILED' });
    expect(await give('b')).toMatchObject({
      status: 'failed',
      reason: 'PayPal could not process the refund.',
    });
    expect((await provider.readCheckout(id))?.payment?.refunded).toBe('10.00');
  });

  test('in another currency, of a pending payment or of another account is refused', async () => {
    const account = paypal.account();
    const { payment } = await paid(account, control);
    const of = (paymentId: string, currency = 'USD') => ({
      key: `${paymentId}${currency}`,
      paymentId,
      amount: money('1.00', currency),
    });
    await expect(account.provider.refund(of(payment.id, 'EUR'))).rejects.toMatchObject({
      code: 'REFUND_CAPTURE_CURRENCY_MISMATCH',
    });
    await expect(paypal.account().provider.refund(of(payment.id))).rejects.toMatchObject({
      kind: 'rejected',
      code: 'INVALID_RESOURCE_ID',
    });
    const request = checkoutRequest();
    const { id } = await account.provider.createCheckout(request);
    await control('paypal/approve', { order: id, funding: 'pends' });
    const pending = await account.provider.captureCheckout(id, request.key);
    await expect(account.provider.refund(of(pending.payment?.id ?? ''))).rejects.toMatchObject({
      code: 'PENDING_CAPTURE',
    });
  });

  test('made at PayPal itself, or by a reversal, is seen', async () => {
    const account = paypal.account();
    const first = await paid(account, control, { amount: money('100.00', 'USD') });
    await control('paypal/refund', { order: first.id, amount: '25.00' });
    expect((await account.provider.readCheckout(first.id))?.payment?.refunded).toBe('25.00');
    const second = await paid(account, control);
    await control('paypal/reverse', { order: second.id });
    expect((await account.provider.readCheckout(second.id))?.payment?.refunded).toBe('1234.50');
  });
});

describe('a dispute', () => {
  test.each(['won', 'lost'] as const)('is open, then %s', async (outcome) => {
    const account = paypal.account();
    const { id } = await paid(account, control);
    const dispute = async () => (await account.provider.readCheckout(id))?.payment?.dispute;
    expect(await dispute()).toBe('none');
    await control('paypal/dispute', { order: id });
    expect(await dispute()).toBe('open');
    await control('paypal/dispute/resolve', { order: id, outcome });
    expect(await dispute()).toBe(outcome);
  });
});
