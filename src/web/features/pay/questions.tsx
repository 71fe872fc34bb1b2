import type { PublicBusiness } from '../../../shared/documents/public-document.contract.ts';
import { mailAddress, telAddress } from './public-invoice-labels.ts';
import styles from './questions.module.css';

interface QuestionsProps {
  business: PublicBusiness;
  title: string;
  number: string;
  place: 'face' | 'sheet';
}

/**
 * How to reach the business. It stands at the foot of the panel on wide screens and under the
 * document on phones, where the panel must leave room for the amount.
 */
export function Questions({ business: { email, phone }, title, number, place }: QuestionsProps) {
  if (!email && !phone) return null;
  return (
    <div className={place === 'face' ? styles.face : styles.sheet}>
      <b>Questions about this {title.toLowerCase()}?</b>
      {email && <a href={mailAddress(email, `${title} ${number}`)}>{email}</a>}
      {phone && <a href={telAddress(phone)}>{phone}</a>}
    </div>
  );
}
