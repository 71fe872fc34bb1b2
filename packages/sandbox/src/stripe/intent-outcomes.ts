/** What follows from a payment: its session completes, its invoice is paid, its subscription starts. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { unasked, type Work } from './api-call.ts';
import type { ApiError } from './api-error.ts';
import { completeSession, failSession, sessionOfIntent } from './checkout-completion.ts';
import { invoiceOfIntent } from './invoice-extras.ts';
import {
  type BankDebit,
  type Confirmation,
  confirmIntent,
  failChallenge,
  settleDebit,
} from './payments.ts';
import { linked } from './stripe-objects.ts';
import { invoiceIntentChanged } from './subscription-billing.ts';

/** Called after every change of an intent that may settle something. */
export function afterIntent(work: Work, intent: Stripe.PaymentIntent): void {
  const invoice = invoiceOfIntent(work.account, intent.id);
  if (invoice) invoiceIntentChanged(work, invoice, intent);
  const session = sessionOfIntent(work, intent.id);
  if (session) {
    if (intent.status === 'succeeded' || intent.status === 'processing') {
      completeSession(work, session, intent);
    } else if (intent.status === 'requires_payment_method') failSession(work, session);
  }
}

/** Confirms and does what follows; a decline is thrown after what follows from it is done. */
export function confirmAndSettle(
  work: Work,
  intent: Stripe.PaymentIntent,
  how: Confirmation,
): void {
  try {
    confirmIntent(work, intent, how);
  } finally {
    afterIntent(work, intent);
  }
}

/** The customer passed the challenge, or did not. Answers the decline when the payment failed. */
export function endChallenge(
  work: Work,
  intent: Stripe.PaymentIntent,
  passed: boolean,
): ApiError | null {
  const method = linked(work, 'payment_methods', intent.payment_method);
  if (intent.status !== 'requires_action' || !method) return null;
  if (!passed) {
    const error = failChallenge(work, intent);
    afterIntent(work, intent);
    return error;
  }
  confirmAndSettle(work, intent, { method, authenticated: true });
  return null;
}

/** Decides a bank debit now (or as it would end by itself). */
export function endDebit(
  work: Work,
  intentId: string,
  succeeds?: boolean,
): Stripe.PaymentIntent | null {
  const intent = settleDebit(work, intentId, succeeds);
  if (intent) afterIntent(work, intent);
  return intent;
}

/** Bank debits are decided by the clock. */
export function debitsDue(context: SandboxContext): void {
  context.clock.onDue(function* due(until) {
    for (const account of context.store.accounts()) {
      for (const debit of account.collection<BankDebit>('bank_debits').values()) {
        if (debit.at > until) continue;
        yield {
          at: debit.at,
          run: () => void endDebit(unasked(context, account), debit.intent),
        };
      }
    }
  });
}
