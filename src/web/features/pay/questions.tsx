import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { mailAddress, telAddress } from './public-invoice-words.ts';
import styles from './questions.module.css';

/**
 * How to reach the business. It stands at the foot of the panel on wide screens and under the
 * document on phones, where the panel must leave room for the amount.
 */
export function Questions({ data, place }: { data: PublicInvoice; place: 'face' | 'sheet' }) {
  const { email, phone } = data.businessProfile;
  if (!email && !phone) return null;
  return (
    <div className={place === 'face' ? styles.face : styles.sheet}>
      <b>Questions about this invoice?</b>
      {email && <a href={mailAddress(email, data.invoice.invoiceNumber)}>{email}</a>}
      {phone && <a href={telAddress(phone)}>{phone}</a>}
    </div>
  );
}
