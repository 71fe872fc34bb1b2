import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import buttons from './button.module.css';
import { MailIcon, PaidIcon, PhoneIcon } from './icons.tsx';
import { publicPdfUrl } from './load-public-invoice.ts';
import styles from './payment-card.module.css';
import { mailAddress, telAddress } from './public-invoice-words.ts';

interface PaymentCardProps {
  publicId: string;
  data: PublicInvoice;
}

/**
 * The one card that says what can be done about the money. Paying by card joins as a third case,
 * chosen by `paymentConfig.hasStripe`, once the server can create a payment.
 */
export function PaymentCard({ publicId, data }: PaymentCardProps) {
  return data.invoice.status === 'paid' ? (
    <PaidInFull publicId={publicId} />
  ) : (
    <NotAvailable data={data} />
  );
}

function PaidInFull({ publicId }: { publicId: string }) {
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card" className={styles.done}>
        <PaidIcon />
        Paid in full
      </h2>
      <p>Keep the PDF for your records.</p>
      <a
        className={`${buttons.button} ${buttons.brand}`}
        href={publicPdfUrl(publicId)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Download PDF Invoice
      </a>
    </section>
  );
}

function NotAvailable({ data }: { data: PublicInvoice }) {
  const { businessName, email, phone } = data.businessProfile;
  return (
    <section className={styles.card} aria-labelledby="payment-card">
      <h2 id="payment-card">Payment Not Available</h2>
      <p>
        <bdi>{businessName}</bdi> does not take online payments yet. Contact the business directly
        to pay this invoice.
      </p>
      {(email || phone) && (
        <div className={styles.contact}>
          {email && (
            <a
              className={`${buttons.button} ${buttons.outlined}`}
              href={mailAddress(email, data.invoice.invoiceNumber)}
            >
              <MailIcon />
              Email
            </a>
          )}
          {phone && (
            <a className={`${buttons.button} ${buttons.outlined}`} href={telAddress(phone)}>
              <PhoneIcon />
              Call
            </a>
          )}
        </div>
      )}
      <p className={styles.owner}>
        Is this your business? Complete payment setup in your{' '}
        <a href="/business-profile">business profile</a>.
      </p>
    </section>
  );
}
