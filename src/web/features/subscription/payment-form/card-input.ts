/** How card fields read and write what is typed. */

export interface CardText {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
  name: string;
}

export type CardErrors = Partial<Record<keyof CardText, string>>;

const keepDigits = (text: string) => text.replaceAll(/\D/g, '');

/** '4242424242424242' → '4242 4242 4242 4242', as it is typed. */
export function formatCardNumber(text: string): string {
  const digits = keepDigits(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?/ : /(\d{1,4})/g;
  return (digits.match(groups) ?? [])
    .slice(groups.global ? 0 : 1)
    .filter(Boolean)
    .join(' ');
}

/** '829' → '08 / 29'; what is being deleted stays deleted. */
export function formatExpiry(text: string, before: string): string {
  if (text.length < before.length) return text;
  let digits = keepDigits(text).slice(0, 6);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 6);
  const typedSlash = /^\d\s*\//.test(text);
  if (typedSlash && digits.length === 1) digits = `0${digits}`;
  if (digits.length < 2) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function brandName(number: string): string {
  const digits = keepDigits(number);
  if (digits.startsWith('4')) return 'VISA';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MASTERCARD';
  if (/^3[47]/.test(digits)) return 'AMEX';
  if (/^(6011|65|64[4-9])/.test(digits)) return 'DISCOVER';
  return '';
}

/** Weighs every second digit double: catches a digit mistyped or two changed over (ISO/IEC 7812-1). */
function checks(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** What was typed as a card, or what is wrong with it, by field. */
export function readCard(
  text: CardText,
  today: Date,
): { card: CardDetails; errors?: undefined } | { card?: undefined; errors: CardErrors } {
  const errors: CardErrors = {};
  const number = keepDigits(text.number);
  if (number === '') errors.number = 'Card number is required';
  else if (number.length < 12 || !checks(number))
    errors.number = 'Card number is incomplete or invalid';

  const expiry = keepDigits(text.expiry);
  const expMonth = Number(expiry.slice(0, 2));
  const year = Number(expiry.slice(2));
  const expYear = expiry.length === 4 ? 2000 + year : year;
  const thisMonth = today.getFullYear() * 12 + today.getMonth();
  if (expiry === '') errors.expiry = 'Expiry is required';
  else if (expiry.length % 2 !== 0 || expiry.length < 4 || expMonth < 1 || expMonth > 12) {
    errors.expiry = 'Expiry must be month and year';
  } else if (expYear * 12 + expMonth - 1 < thisMonth) errors.expiry = 'This card has expired';

  const cvc = keepDigits(text.cvc);
  const wanted = brandName(number) === 'AMEX' ? 4 : 3;
  if (cvc === '') errors.cvc = 'Security code is required';
  else if (cvc.length !== wanted) errors.cvc = `Security code has ${wanted} digits`;

  if (Object.keys(errors).length > 0) return { errors };
  return { card: { number, expMonth, expYear, cvc, name: text.name.trim() } };
}
