import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';

/** The providers that a business can be paid through. */
export type ProviderName = 'stripe' | 'paypal';

/** What a hosted checkout is to ask for. */
export interface CheckoutRequest {
  /** Ours, random and stored: the same key never makes a second checkout, however often it is sent. */
  key: string;
  amount: Money;
  /** Whom the customer pays, as the provider's page shows it. */
  businessName: string;
  /** What is paid: 'Invoice INV-2026-0418'. */
  description: string;
  invoiceNumber: string;
  /** The invoice's public id; comes back as `Checkout.reference`. */
  reference: string;
  /** Fills the provider's form in; the provider may send its receipt there. */
  customerEmail: string | null;
  successUrl: string;
  cancelUrl: string;
  /** Whether the payer's card is kept for charges without the payer, as was agreed to. */
  savesCard?: boolean;
}

/** A card that its owner has agreed to be charged again. */
export interface SavedCard {
  /** The provider's names for the payer and the card. */
  customer: string;
  method: string;
  /** 'Visa' */
  brand: string;
  last4: string;
  expiresMonth: number;
  expiresYear: number;
}

/** Another card that a payer whom the provider knows is to have, without a payment. */
export interface CardSetupRequest extends Pick<
  CheckoutRequest,
  'key' | 'businessName' | 'successUrl' | 'cancelUrl'
> {
  /** The provider's name for the payer. */
  customer: string;
  currency: string;
}

/** What has come of it: 'saved' with its card, or ended without one. */
export interface CardSetup {
  id: string;
  state: 'open' | 'saved' | 'ended';
  /** Where the card is typed; null when it is over. */
  url: string | null;
  expiresAt: Date;
  card: SavedCard | null;
}

/** A charge of a saved card, without its owner. */
export interface SavedCardCharge extends Pick<
  CheckoutRequest,
  'key' | 'amount' | 'description' | 'reference' | 'customerEmail'
> {
  card: Pick<SavedCard, 'customer' | 'method'>;
}

/** Why a card was not charged. */
export interface Decline {
  /** The provider's code: 'insufficient_funds'. */
  code: string;
  /** For people: 'Your card has insufficient funds.' */
  message: string;
}

export type CheckoutState =
  /** The customer may still pay. */
  | 'open'
  /** The payer has agreed and nothing has been taken: `captureCheckout` takes it (PayPal). */
  | 'approved'
  /** Paid, in full and for good, as far as the provider can tell. */
  | 'paid'
  /** Submitted, and the money is on its way (bank debits, reviews). */
  | 'processing'
  /** Submitted, and refused for good. */
  | 'failed'
  /** Ended without a payment. */
  | 'expired';

/** A refund that was carried out, or is on its way. */
export interface ToldRefund {
  id: string;
  amount: Decimal;
  at: Date;
}

/** The money that a checkout brought. */
export interface ProviderPayment extends Money {
  /** Stripe: payment intent; PayPal: capture. Unique at the provider; what a refund names. */
  id: string;
  /** Stripe: charge. */
  chargeId: string | null;
  /** What has been given back of it so far. */
  refunded: Decimal;
  /** The refunds that it names, oldest first; they may not come to all of that. */
  refunds: readonly ToldRefund[];
  dispute: 'none' | 'open' | 'won' | 'lost';
  paidAt: Date;
  kind: 'card' | 'bank_transfer' | 'other';
  /** In words for people: 'Visa ending 4242', 'PayPal'. */
  method: string;
  /** The provider's own receipt page, where it has one. */
  receiptUrl: string | null;
}

/** A checkout as the provider tells it, read just now, with what it asks for. */
export interface Checkout extends Money {
  id: string;
  state: CheckoutState;
  /** Where the customer pays; null when it is over. */
  url: string | null;
  /** What `CheckoutRequest.reference` was; null when the provider holds none. */
  reference: string | null;
  livemode: boolean;
  expiresAt: Date;
  /** There when `state` is 'paid'. While it is another, it tells of nothing that has come. */
  payment: ProviderPayment | null;
  /** The card that was kept, of a checkout that asked for it. */
  savedCard?: SavedCard | undefined;
  /** Of a charge that was refused. */
  decline?: Decline | undefined;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amount: Money;
  /** When the provider took it on; null where it does not say. */
  at: Date | null;
  /** Why it failed, in words. */
  reason: string | null;
}

/** What a verified webhook is about. Nothing in it but names is believed: the object is read again. */
export interface ProviderEvent {
  id: string;
  type: string;
  livemode: boolean;
  /** The checkout, when the event names one. */
  checkoutId: string | null;
  /** The payment (intent, capture), when the event names one. */
  paymentId: string | null;
  createdAt: Date;
}

export interface AccountCheck {
  /** The name that the account has at the provider, where it tells it. */
  name: string | null;
  livemode: boolean;
}

export interface WebhookEndpoint {
  id: string;
  /** Signs deliveries (Stripe); PayPal verifies by the endpoint's id instead. */
  secret: string | null;
}

/**
 * One business's account at a provider. Each call has a time limit; each failure is a
 * `ProviderError`.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Asks the provider whether the keys work. @throws ProviderError 'credentials' when they do not */
  checkAccount(): Promise<AccountCheck>;
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** undefined: the provider knows no such checkout. */
  readCheckout(id: string): Promise<Checkout | undefined>;
  /** The checkout that a payment came from; for events that name the payment alone. */
  findCheckoutOfPayment(paymentId: string): Promise<Checkout | undefined>;
  /**
   * Takes the money of an 'approved' checkout, once for a key. Where checkouts are not approved
   * first, it reads.
   */
  captureCheckout(id: string, key: string): Promise<Checkout>;
  /** Ends an open checkout; harmless where it is over already. @returns it as it then is */
  expireCheckout(id: string): Promise<Checkout | undefined>;
  /**
   * Charges a saved card, once for a key. What comes of it is a checkout: 'paid', 'processing', or
   * 'failed' with its `decline`.
   */
  chargeSavedCard?(request: SavedCardCharge): Promise<Checkout>;
  /** What came of a charge whose answer was lost, by its key; undefined: nothing. */
  findCharge?(request: Pick<SavedCardCharge, 'key' | 'card'>): Promise<Checkout | undefined>;
  /** Begins to keep another card, once for a key. */
  createCardSetup?(request: CardSetupRequest): Promise<CardSetup>;
  /** undefined: the provider knows no such setup. */
  readCardSetup?(id: string): Promise<CardSetup | undefined>;
  /** Has the provider forget a saved card; harmless where it has. */
  forgetCard?(card: Pick<SavedCard, 'method'>): Promise<void>;
  /** Gives back, once for a key. @param amount of at most what is left of the payment */
  refund(request: { key: string; paymentId: string; amount: Money }): Promise<ProviderRefund>;
  /** Has the provider send events to `url`. */
  createWebhookEndpoint(url: string): Promise<WebhookEndpoint>;
  deleteWebhookEndpoint(id: string): Promise<void>;
  /**
   * The event of a delivery, or undefined when the delivery is not the provider's, was altered, is
   * older than 300 seconds, or belongs to another endpoint.
   * @param body byte for byte as received
   */
  verifyEvent(
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
    endpoint: WebhookEndpoint,
  ): Promise<ProviderEvent | undefined>;
}

export type ProviderErrorKind =
  /** The keys are wrong, revoked, or lack a permission. */
  | 'credentials'
  /** The provider understood and refused: an amount below its minimum, a refund too large. */
  | 'rejected'
  /** The same key came before with another request. */
  | 'key-reused'
  /** No usable answer: 429, 5xx, a time limit, not JSON. What was asked for may have happened. */
  | 'unavailable';

/** A provider's refusal or silence. Its message is for the owner and holds no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** The provider's own code, such as 'amount_too_small'. */
  readonly code: string | null;
  /** What the refused call has made at the provider, where it has. */
  readonly paymentId: string | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    code: string | null = null,
    paymentId?: string,
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.paymentId = paymentId;
  }
}
