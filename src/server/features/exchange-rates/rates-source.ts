const BANK = 'European Central Bank';
const BANK_HOST = 'ecb.europa.eu';

/**
 * Whose rates those of a file are, as documents keep it beside their rate: the bank's where the bank
 * gives them out, otherwise the host's that does. Without a setting the rates are left from one, which
 * is the bank's by the manual.
 */
export function ratesSource(url: string | undefined): string {
  if (url === undefined) return BANK;
  const { hostname } = new URL(url);
  return hostname === BANK_HOST || hostname.endsWith(`.${BANK_HOST}`) ? BANK : hostname;
}
