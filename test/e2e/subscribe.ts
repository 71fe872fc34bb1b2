/** Buying a plan of Remit's own, by the calls that the page makes. */
import { expect } from 'vitest';
import type { Owner } from './owner.ts';

/** Pays, as of a subscription's payment form. */
export const PLAN_CARD = '4242424242424242';

export async function buyPlan(
  owner: Owner,
  plan: 'monthly' | 'yearly',
  card = PLAN_CARD,
): Promise<void> {
  const { clientSecret, form } = await owner.call<{
    clientSecret: string;
    form: { apiBase: string; publishableKey: string };
  }>('POST', '/api/get-or-create-subscription', { plan });
  const [id] = clientSecret.split('_secret_');
  const paid = await fetch(`${form.apiBase}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${form.publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      return_url: owner.url,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '8',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  expect(paid.status).toBe(200);
  await owner.call('POST', '/api/verify-subscription');
}
