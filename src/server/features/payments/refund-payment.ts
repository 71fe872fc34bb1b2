import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { findAmountFault } from '../../../shared/money/check-amount.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  compareMoney,
  formatMoney,
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  subtractMoney,
} from '../../../shared/money/money.ts';
import { leftOfPayment } from '../../../shared/payments/balance.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { findRefundFault } from '../../platform/payment-providers/charge-fault.ts';
import type { ProviderRefund } from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { queueRefund } from '../emails/index.ts';
import { changeAccount, readInvoice } from '../invoices/index.ts';
import type { PaymentRow, RefundRow } from '../ledger/index.ts';
import {
  claimDueRefunds,
  completeRefund,
  endRefund,
  findPayment,
  findPendingRefund,
  findRefund,
  requestRefund,
} from '../ledger/index.ts';
import { findProfile, openAccount } from '../profile/index.ts';
import { findCheckoutById, updateCheckout } from './checkout.store.ts';
import type { Covered, Parts } from './covered-invoices.ts';
import { openPaid, tellEach } from './covered-invoices.ts';
import { providerFailure } from './provider-failure.ts';
import { settle } from './settle.ts';

/** What providers call a payment that they do not have. */
const UNKNOWN_THERE = new Set(['resource_missing', 'INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND']);
/** Providers remember our key for a day; a refund that is unknown after that is for a person to see. */
const RETRY_FOR_MS = 20 * 3_600_000;

interface RefundInput {
  id: number;
  paymentId: number;
  amount?: Decimal | undefined;
  message?: string | null | undefined;
  /** Whether the customer still owes the amount; what was so when it is refunded decides unless told. */
  stillOwed?: boolean | undefined;
}

/**
 * Gives an online payment back, whole or in part. The wish is written before the provider is asked,
 * with a key of its own: a crash or silence in between is finished by the job, and nothing goes back
 * twice.
 * @throws AppError NOT_FOUND, VALIDATION (more than is left), CONFLICT (not refundable, refused),
 *   BUSY when the outcome is not known yet
 */
export async function refundPayment(
  services: Services,
  businessId: string,
  input: RefundInput,
  key?: string,
): Promise<InvoiceDetail> {
  const { db } = services;
  const request = { businessId, key, call: 'payments.refund', input };
  const { refundId } = await runIdempotently(db, request, async (tx) => {
    const one = { invoiceId: input.id, paymentId: input.paymentId };
    const made = await findPayment(tx, businessId, one);
    const paid = made && (await openPaid(tx, made));
    const invoice = paid?.parts.find((part) => part.invoice.id === input.id)?.invoice;
    if (!invoice) {
      await readInvoice(tx, businessId, input.id, services.clock.now());
      throw notFound('Payment');
    }
    if (invoice.deletedAt) {
      throw new AppError(
        'CONFLICT',
        'This invoice was deleted. Restore it before you refund what was paid for it.',
      );
    }
    const payment = paid?.account.ledger.findPayment(input.paymentId);
    if (!payment) throw notFound('Payment');
    await refuseWhilePending(tx, payment);
    const amount = refundable(payment, input.amount);
    const { message = null, stillOwed = null } = input;
    if (stillOwed === false && payment.invoiceId === null) {
      const message =
        'This payment was made for several invoices: issue a credit note to lower one';
      throw invalidField('stillOwed', message);
    }
    const wish = { amount: amount.amount, message, stillOwed };
    return { refundId: await requestRefund(tx, payment, wish, services.clock.now()) };
  });
  await carryOut(services, businessId, refundId);
  return readInvoice(db.orm, businessId, input.id, services.clock.now());
}

/** What became of the last one must be known before another goes out. */
async function refuseWhilePending(tx: Transaction, payment: PaymentRow): Promise<void> {
  const pending = await findPendingRefund(tx, payment);
  if (pending === undefined) return;
  throw new AppError(
    'CONFLICT',
    `A refund of ${formatMoney(pending)} is still being confirmed. Wait until it is.`,
  );
}

/** @returns the amount to give back @throws AppError when the payment does not allow it */
function refundable(payment: PaymentRow, wanted: Decimal | undefined): Money {
  if (payment.provider === null) {
    throw new AppError(
      'CONFLICT',
      'This payment was recorded by hand. Return the money yourself, then change the status.',
    );
  }
  if (payment.dispute === 'open' || payment.dispute === 'lost') {
    throw new AppError('CONFLICT', 'This payment is disputed: the provider decides the outcome.');
  }
  if (payment.status !== 'completed' && payment.status !== 'review') {
    throw new AppError('CONFLICT', 'Nothing is left of this payment to refund.');
  }
  const left = leftOfPayment(payment);
  if (!isPositive(left)) {
    throw new AppError('CONFLICT', 'Nothing is left of this payment to refund.');
  }
  if (wanted === undefined) return left;
  const { provider, currency } = payment;
  const fault = findAmountFault(wanted, currency, 'Amount');
  if (fault) throw invalidField('amount', fault);
  const amount = fromMinorUnits(minorUnits(money(wanted, currency)), currency);
  if (!isPositive(amount)) throw invalidField('amount', 'Amount must be positive');
  if (compareMoney(amount, left) > 0) {
    throw invalidField('amount', `Amount must be at most ${formatMoney(left)}`);
  }
  const refused = findRefundFault(provider, amount);
  if (refused) {
    throw invalidField('amount', `${PROVIDER_LABELS[provider]} cannot be used for ${refused}`);
  }
  return amount;
}

/** Asks the provider, and reads the payment again so that the figures are the provider's own. */
async function carryOut(services: Services, businessId: string, refundId: number): Promise<void> {
  const found = await findRefund(services.db.orm, businessId, refundId);
  if (!found) return;
  const { refund, payment } = found;
  if (refund.status === 'failed') throw failedBefore(refund);
  if (refund.status !== 'pending' || !payment.provider || !payment.providerPaymentId) return;
  try {
    const profile = await findProfile(services.db.orm, businessId);
    const account = profile && openAccount(services, profile, payment.provider);
    if (!account) throw new ProviderError('credentials', 'The payment keys have been removed.');
    const outcome = await account.refund({
      key: `refund:${refund.key}`,
      paymentId: payment.providerPaymentId,
      amount: money(refund.amount, payment.currency),
    });
    await keepOutcome(services, refund, payment, outcome);
    if (outcome.status === 'failed') {
      throw new ProviderError('rejected', outcome.reason ?? 'the refund failed');
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const provider = PROVIDER_LABELS[payment.provider];
    if (error.kind === 'unavailable') {
      throw new AppError(
        'BUSY',
        `${provider} is not responding right now. The refund continues automatically: there is no need to repeat it.`,
      );
    }
    // Everything but silence is an answer: it was not done, and is not to be done later.
    const elsewhere = `This payment was made to another ${provider} account. Refund it there.`;
    const isElsewhere = UNKNOWN_THERE.has(error.code ?? '');
    await markFailed(services, refund, payment, isElsewhere ? elsewhere : error.message);
    throw isElsewhere
      ? new AppError('CONFLICT', elsewhere)
      : providerFailure(error, payment.provider, true);
  }
  await readAgain(services, payment);
}

/** Locks what a payment was made for: money that came through a provider was paid for invoices. */
async function requirePaid(tx: Transaction, payment: PaymentRow): Promise<Covered> {
  const paid = await openPaid(tx, payment);
  if (!paid) throw new Error('a payment through a provider has no invoice');
  return paid;
}

function failedBefore(refund: RefundRow): AppError {
  return new AppError('CONFLICT', refund.reason ?? 'This refund was refused.');
}

async function keepOutcome(
  { db, clock }: Services,
  refund: RefundRow,
  payment: PaymentRow,
  outcome: ProviderRefund,
): Promise<void> {
  if (outcome.status === 'failed') return;
  await withTransaction(db, async (tx) => {
    const now = clock.now();
    const { parts, account, checkout } = await requirePaid(tx, payment);
    // On its way counts as gone: the provider's own sum says so too.
    if (!(await completeRefund(tx, refund, outcome.id, now))) return;
    await sendMessage(tx, refund, payment, parts, now);
    if (checkout) await updateCheckout(tx, checkout, { updatedAt: now });
    await changeAccount(tx, account, now, async (ledger) => {
      const { id: paymentId, provider } = payment;
      const request = { ...refund, providerId: outcome.id };
      const gone = await ledger.carryOutRefund(payment.id, request, outcome.at ?? now, now);
      if (gone) {
        const data = { provider, ...gone, paymentId };
        await tellEach(tx, parts, 'payment.refunded', data, now);
      }
    });
  });
}

/** The owner's words with what was given back, once. @param parts that the payment was made for, locked */
async function sendMessage(
  tx: Transaction,
  refund: RefundRow,
  { currency }: PaymentRow,
  parts: Parts,
  now: Date,
): Promise<void> {
  const { businessId, id, amount, message } = refund;
  if (message === null) return;
  const { invoice } = parts.find((part) => part.invoice.deletedAt === null) ?? parts[0];
  const invoiceNumbers = parts.map((part) => part.invoice.invoiceNumber);
  const told = { businessId, id, invoiceId: invoice.id, invoiceNumbers, amount, currency, message };
  await queueRefund(tx, told, now);
}

async function markFailed(
  { db, clock }: Services,
  refund: RefundRow,
  payment: PaymentRow,
  reason: string,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const now = clock.now();
    const { parts } = await requirePaid(tx, payment);
    await endRefund(tx, refund, { status: 'failed', reason }, now);
    const { provider, currency } = payment;
    const data = { provider, amount: refund.amount, currency, reason };
    await tellEach(tx, parts, 'payment.refund_failed', data, now);
  });
}

/**
 * Has the figures of a payment be the provider's own.
 * @returns false where it cannot be asked: the job or an event reads later
 */
async function readAgain(services: Services, payment: PaymentRow): Promise<boolean> {
  if (payment.checkoutId === null) return false;
  const row = await findCheckoutById(services.db.orm, payment.businessId, payment.checkoutId);
  if (!row) return false;
  try {
    await settle(services, row);
    return true;
  } catch (error) {
    services.log.warn({ err: error, payment: payment.id }, 'a refunded payment was not read again');
    return false;
  }
}

/**
 * Refunds whose outcome is not known, asked again with the same key; after a day the key is worth
 * nothing, and what the provider then says of the payment is the outcome.
 */
export async function finishRefunds(services: Services): Promise<number> {
  const { db, clock, log } = services;
  const now = clock.now();
  let claimed = 0;
  for await (const { businessId, id, createdAt } of claimDueRefunds(db.orm, now)) {
    claimed += 1;
    try {
      const stale = createdAt.getTime() < now.getTime() - RETRY_FOR_MS;
      if (stale) await giveUp(services, businessId, id);
      else await carryOut(services, businessId, id);
    } catch (error) {
      log.warn({ err: error, refund: id }, 'a refund could not be finished');
    }
  }
  return claimed;
}

async function giveUp(services: Services, businessId: string, refundId: number): Promise<void> {
  const found = await findRefund(services.db.orm, businessId, refundId);
  // While the provider is silent nothing can be said of it.
  if (!found || !(await readAgain(services, found.payment))) return;
  const { refund, payment } = found;
  const now = await findRefund(services.db.orm, businessId, refundId);
  const { currency, refundedAmount: before } = payment;
  const after = now?.payment.refundedAmount ?? before;
  const gone = subtractMoney(money(after, currency), money(before, currency));
  if (compareMoney(gone, money(refund.amount, currency)) >= 0) {
    // It did happen, and the reading has told of it.
    await withTransaction(services.db, async (tx) => {
      const at = services.clock.now();
      const { parts } = await requirePaid(tx, payment);
      await endRefund(tx, refund, { status: 'succeeded' }, at);
      await sendMessage(tx, refund, payment, parts, at);
    });
    return;
  }
  await markFailed(services, refund, payment, 'The provider never received the refund.');
}
