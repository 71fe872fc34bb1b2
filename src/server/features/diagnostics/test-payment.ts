import type { PaymentTest } from '../../../shared/diagnostics/payment-test.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { money } from '../../../shared/money/money.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import { payCode } from '../../platform/pdf/pay-code.ts';
import { publicInvoiceUrl, resolvePublicInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import {
  findProfile,
  formatChargeFaults,
  offeredMethods,
  paymentMethods,
  takesCards,
  takesPayPal,
} from '../profile/index.ts';

/**
 * Whether an invoice can be paid online, and what to do where it cannot. Reachable without signing
 * in, it tells the invoice's owner alone (decision 3).
 * @throws AppError NOT_FOUND for everybody else
 */
export async function testPayment(
  services: Pick<Services, 'db' | 'clock' | 'appUrl' | 'payments'>,
  id: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<PaymentTest> {
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  if ((await viewer())?.businessId !== businessId) throw notFound('Invoice');
  const profile = await findProfile(services.db.orm, businessId);
  if (!profile) throw notFound('Invoice');
  const [activeMethod] = offeredMethods(profile, money(invoice.amountDue, invoice.currency));
  return {
    invoice: {
      number: invoice.invoiceNumber,
      total: invoice.total,
      currency: invoice.currency,
      status: invoice.status,
    },
    paymentConfiguration: {
      hasStripe: takesCards(profile),
      hasPayPal: takesPayPal(profile),
      preferredMethod: profile.preferredPaymentMethod,
      activeMethod: activeMethod ?? null,
      paymentUrlExists: invoice.paymentUrl !== null,
      paymentUrl: invoice.paymentUrl,
    },
    qrCodeTest: drawCode(publicInvoiceUrl(services.appUrl(), invoice.publicId)),
    recommendations: recommend(services, invoice, profile),
    error: null,
  };
}

function drawCode(url: string): PaymentTest['qrCodeTest'] {
  try {
    const picture = Buffer.from(payCode(url)).toString('base64');
    return {
      generated: true,
      qrCode: `data:image/svg+xml;base64,${picture}`,
      url,
      error: null,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The code could not be drawn';
    return { generated: false, qrCode: null, url, error: message };
  }
}

function recommend(
  { payments, appUrl }: Pick<Services, 'payments' | 'appUrl'>,
  invoice: InvoiceDetail,
  profile: ProfileRow,
): Record<string, string> {
  const lines: Record<string, string> = {};
  const due = money(invoice.amountDue, invoice.currency);
  const [active] = offeredMethods(profile, due);
  if (profile.stripeAccountStatus === 'invalid') {
    lines['stripe'] =
      `Stripe refuses the keys of your business profile: ${profile.stripeAccountDetail ?? 'enter them again.'}`;
  } else if (!takesCards(profile)) {
    lines['stripe'] =
      'Add both Stripe keys to your business profile, and customers can pay by card.';
  }
  if (profile.paypalAccountStatus === 'invalid') {
    lines['paypal'] =
      `PayPal refuses the credentials of your business profile: ${profile.paypalAccountDetail ?? 'enter them again.'}`;
  }
  if (invoice.status === 'draft') {
    lines['status'] = 'This invoice is a draft. Mark it as sent, and its public page opens.';
  } else if (invoice.status === 'paid') {
    lines['status'] = 'This invoice is paid. There is nothing left to pay.';
  } else if (!active && paymentMethods(profile).length > 0) {
    lines['amount'] = formatChargeFaults(paymentMethods(profile), due, 'owner');
  } else if (active && invoice.paymentUrl === null) {
    lines['paymentUrl'] =
      'There is no payment link yet. Pay Now and Generate Payment Link make one.';
  }
  if (/^https?:\/\/(localhost|127\.|\[::1\])/.test(appUrl())) {
    lines['address'] =
      'Links and QR codes begin with an address of this computer. Set APP_URL to a public one before you send them.';
  }
  if (payments.testMode) {
    const card = takesCards(profile) ? ' Pay with card 4242 4242 4242 4242.' : '';
    lines['mode'] = `Test mode: no real money moves.${card}`;
  }
  if (Object.keys(lines).length === 0) lines['ready'] = 'Everything is set up for payments.';
  return lines;
}
