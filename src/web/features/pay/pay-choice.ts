/** What a customer may pay of an invoice, and what was chosen of it. */
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { currencyDecimals } from '../../../shared/money/currencies.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  compareMoney,
  formatMoney,
  isPositive,
  money,
  readTypedMoney,
} from '../../../shared/money/money.ts';
import { twoReadings } from '../../../shared/money/two-readings.ts';
import type { Pays } from '../../../shared/payments/payable-amount.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';

type Offer = Pick<PublicInvoice, 'invoice' | 'paymentConfig'>;

export interface PayOption {
  pays: Pays;
  label: string;
  /** Of a part it is typed. */
  amount: Money | undefined;
}

/** What may be paid, in the order in which it is offered: one, where all is asked for. */
export function payOptions({ invoice, paymentConfig }: Offer): PayOption[] {
  const { currency, amountDue, nextDueDate } = invoice;
  const { installment, parts, hasStripe, hasPayPal } = paymentConfig;
  const due = money(amountDue, currency);
  const options: PayOption[] = [];
  if (installment && (installment.hasStripe || installment.hasPayPal)) {
    const label = `Due ${formatDate(nextDueDate)}`;
    options.push({ pays: 'installment', label, amount: money(installment.amount, currency) });
  }
  if (hasStripe || hasPayPal) {
    options.push({ pays: 'balance', label: 'Full balance', amount: due });
  }
  if (parts && Object.keys(parts).length > 0) {
    options.push({ pays: 'part', label: 'Another amount', amount: undefined });
  }
  return options;
}

export interface Chosen {
  pays: Pays;
  amount: Money | undefined;
  /** What a call names; nothing where all is paid. */
  asked: Decimal | undefined;
  /** What can take it. */
  methods: ProviderName[];
  /** Why it cannot be paid, in words. */
  fault: string | undefined;
}

/** @param typed the amount of the customer's choice */
export function readChoice(offer: Offer, pays: Pays, typed: string): Chosen {
  const { currency, amountDue } = offer.invoice;
  const { installment, hasStripe, hasPayPal } = offer.paymentConfig;
  const through = (card: boolean, wallet: boolean): ProviderName[] => [
    ...(card ? (['stripe'] as const) : []),
    ...(wallet ? (['paypal'] as const) : []),
  ];
  if (pays === 'part') return readPart(offer, typed);
  if (pays === 'installment' && installment) {
    const methods = through(installment.hasStripe, installment.hasPayPal);
    const amount = money(installment.amount, currency);
    return { pays, amount, asked: amount.amount, methods, fault: undefined };
  }
  const methods = through(hasStripe, hasPayPal);
  const amount = money(amountDue, currency);
  return { pays: 'balance', amount, asked: undefined, methods, fault: undefined };
}

function readPart({ invoice, paymentConfig: { parts } }: Offer, typed: string): Chosen {
  const { currency } = invoice;
  const limits = (['stripe', 'paypal'] as const).flatMap((name) => {
    const bounds = parts?.[name];
    return bounds
      ? { name, least: money(bounds.least, currency), most: money(bounds.most, currency) }
      : [];
  });
  const all = limits.map(({ name }) => name);
  const none = { pays: 'part' as const, amount: undefined, asked: undefined, methods: all };
  if (typed.trim() === '') return { ...none, fault: 'Amount is required' };
  const read = readPaidAmount(typed, currency);
  if (read.fault !== undefined) return { ...none, fault: read.fault };
  const { amount } = read;
  if (!isPositive(amount)) return { ...none, fault: 'Amount must be positive' };
  const methods = limits
    .filter(
      ({ least, most }) => compareMoney(amount, least) >= 0 && compareMoney(amount, most) <= 0,
    )
    .map(({ name }) => name);
  if (methods.length > 0)
    return { pays: 'part', amount, asked: amount.amount, methods, fault: undefined };
  return { ...none, amount, fault: boundsFault(amount, limits) };
}

/**
 * Nobody knows how the customer writes numbers: what may be either of two amounts is not paid. Amounts
 * of a currency without decimals have thousands alone, and those of three decimals are shown as '1.500'.
 */
function readPaidAmount(
  typed: string,
  currency: string,
): { amount: Money; fault?: undefined } | { fault: string } {
  const two = twoReadings(typed);
  const decimals = currencyDecimals(currency);
  const isAsShown = decimals === 3 && typed.includes('.');
  if (two && decimals > 0 && !isAsShown) {
    const { grouped, fraction } = two;
    const [whole, part] = [grouped, fraction.slice(0, decimals - 3 || undefined)].map((text) =>
      money(text, currency),
    );
    if (whole && part) {
      return {
        fault: `Write ${grouped} for ${formatMoney(whole)}, or ${part.amount} for ${formatMoney(part)}`,
      };
    }
  }
  const amount = readTypedMoney(two && decimals === 0 ? two.grouped : typed, currency);
  return amount ? { amount } : { fault: 'Amount is not a number' };
}

/** '$0.50 at least' of the way to pay that takes least, or all that is due at most. */
function boundsFault(amount: Money, limits: readonly { least: Money; most: Money }[]): string {
  const [least] = limits.map((each) => each.least).toSorted(compareMoney);
  const most = limits
    .map((each) => each.most)
    .toSorted(compareMoney)
    .at(-1);
  return least && compareMoney(amount, least) < 0
    ? `Amount must be at least ${formatMoney(least)}`
    : `Amount must be at most ${formatMoney(most ?? amount)}`;
}

const WAYS: Record<ProviderName, string> = { stripe: 'by card', paypal: 'with PayPal' };

/** 'From $0.50 by card, from $0.01 with PayPal.' */
export function formatPartLimits({ invoice, paymentConfig: { parts } }: Offer): string {
  const texts = (['stripe', 'paypal'] as const).flatMap((name) => {
    const least = parts?.[name]?.least;
    return least === undefined
      ? []
      : `from ${formatMoney(money(least, invoice.currency))} ${WAYS[name]}`;
  });
  const text = texts.join(', ');
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
