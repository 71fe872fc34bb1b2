import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { money, noMoney } from '../../../shared/money/money.ts';
import { BusinessFace } from './business-face.tsx';
import { PaymentCard } from './payment-card.tsx';
import { amountAsked, formatPublicDueDate } from './public-invoice-labels.ts';
import type { Checkout } from './use-checkout.ts';
import type { PayChoice } from './use-pay-choice.ts';

interface InvoiceFaceProps {
  publicId: string;
  data: PublicInvoice;
  checkout: Checkout;
  choice: PayChoice;
}

/** The panel of an invoice: how much is asked for, until when, and how to pay. */
export function InvoiceFace({ publicId, data, checkout, choice }: InvoiceFaceProps) {
  const { invoice, businessProfile } = data;
  const settled = invoice.status === 'paid';
  const paid = settled && invoice.settledBy === 'payment';
  const confirming = !settled && invoice.paymentProcessing;
  const part = data.paymentConfig.installment;
  const { due, ago } = formatPublicDueDate(
    invoice,
    part ? money(part.amount, invoice.currency) : undefined,
  );
  return (
    <BusinessFace
      name="Amount and payment"
      business={businessProfile}
      label={paid ? 'Paid' : confirming ? 'Being confirmed' : 'Amount due'}
      amount={settled && !paid ? noMoney(invoice.currency) : amountAsked(invoice)}
      below={
        <>
          {paid
            ? 'Thank you. Nothing more to do.'
            : confirming
              ? 'There is no need to pay again.'
              : settled
                ? 'Nothing more is due.'
                : due}
          {!settled && !confirming && ago && <span>{ago}</span>}
        </>
      }
      title={invoice.title}
      number={invoice.invoiceNumber}
    >
      <PaymentCard publicId={publicId} data={data} checkout={checkout} choice={choice} />
    </BusinessFace>
  );
}
