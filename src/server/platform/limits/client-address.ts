import { isIPv6 } from 'node:net';

/**
 * The address that attempts are counted by. A whole /64 counts as one for IPv6: every customer of
 * a provider has that many addresses to himself.
 */
export function clientAddress(ip: string): string {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [
    ...left,
    ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'),
    ...right,
  ];
  return `${groups
    .slice(0, 4)
    .map((group: string) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
