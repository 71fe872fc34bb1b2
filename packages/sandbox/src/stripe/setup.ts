/**
 * Checkout sessions in setup mode: a card is kept for a customer without a payment
 * (https://docs.stripe.com/payments/save-and-reuse, read in November 2026).
 */
import { randomText, newId } from '../state/ids.ts';
import { StripeError } from './error.ts';
import { emit } from './events.ts';
import type { Method, Session, SetupIntent, Work } from './objects.ts';
import { create, findLinked, objects, toId } from './objects.ts';
import { type CardInput, findDecline, newCard } from './payment-methods.ts';
import { authenticationFailed } from './payments.ts';

export function newSetupIntent(
  work: Work,
  what: Pick<
    Partial<SetupIntent>,
    'allowed_payment_method_types' | 'customer' | 'description' | 'metadata'
  >,
): SetupIntent {
  const id = newId('seti');
  const client_secret = `${id}_secret_${randomText(25)}`;
  return create(work, 'setup_intents', { id, client_secret, usage: 'off_session', ...what });
}

const findSession = (work: Work, { id }: SetupIntent): Session | undefined =>
  objects(work, 'checkout_sessions')
    .list()
    .find(({ setup_intent: intent }) => toId(intent) === id);

/** Tries to keep a card, as the page does: it is kept, or a challenge is next. A decline is thrown. */
export function saveCard(
  work: Work,
  session: Session,
  payer: Record<'email' | 'name', string>,
  card: CardInput,
  returnUrl: string,
): SetupIntent {
  const intent = findLinked(work, 'setup_intents', session.setup_intent);
  if (!intent) throw new Error('a session in setup mode has a setup intent');
  const method = newCard(work, card, payer);
  const facts = objects(work, 'card_facts').get(method.id);
  intent.payment_method = method.id;
  const declined = facts && findDecline({ ...facts, challenge: false }, false);
  if (declined) {
    const { code, declineCode, message } = declined;
    fail(intent, code, message, declineCode);
    throw new StripeError(402, 'card_error', message, { code, declineCode });
  }
  if (facts?.challenge) {
    const url = `${work.context.url}/3ds/setup/${intent.id}?secret=${intent.client_secret}`;
    intent.status = 'requires_action';
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url },
    };
    return intent;
  }
  keep(work, session, intent, method);
  return intent;
}

/** The customer passed the challenge, or did not. */
export function endSetupChallenge(work: Work, intent: SetupIntent, passed: boolean): void {
  const session = findSession(work, intent);
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  if (intent.status !== 'requires_action' || !session || !method) return;
  if (passed) keep(work, session, intent, method);
  else {
    fail(intent, 'setup_intent_authentication_failure', authenticationFailed.message, null);
  }
}

/** Where the page that asked for the challenge is gone on from. */
export const findSetupSession = findSession;

function fail(
  intent: SetupIntent,
  code: string,
  message: string,
  declineCode: string | null,
): void {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  const type = declineCode === null ? 'invalid_request_error' : 'card_error';
  intent.last_setup_error = { code, decline_code: declineCode ?? undefined, message, type };
}

/** The card is the customer's from then on, and the session is complete. */
function keep(work: Work, session: Session, intent: SetupIntent, method: Method): void {
  method.customer = toId(session.customer);
  intent.status = 'succeeded';
  intent.next_action = null;
  intent.last_setup_error = null;
  session.status = 'complete';
  session.url = null;
  emit(work, 'setup_intent.succeeded', intent);
  emit(work, 'payment_method.attached', method);
  emit(work, 'checkout.session.completed', session);
}
