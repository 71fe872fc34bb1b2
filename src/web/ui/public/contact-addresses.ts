/** A phone number as a `tel:` address: digits and a leading plus. */
export function telAddress(phone: string): string {
  const bare = phone.replace(/[^\d+]/g, '');
  return `tel:${bare.startsWith('+') ? '+' : ''}${bare.replaceAll('+', '')}`;
}

/**
 * A mail to the business that already says which document it is about.
 * @param about 'Invoice INV-2026-0001'
 */
export function mailAddress(email: string, about: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(about)}`;
}
