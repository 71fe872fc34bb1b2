import { NO_FIGURE } from '../../shared/money/decimal.ts';

/** '1,234'. What an answer lacks is shown as missing: one figure must not take down a page. */
export function formatCount(count: number): string {
  return count == null ? NO_FIGURE : count.toLocaleString('en-US');
}

/** '1 invoice', '1,234 invoices'. */
export function countNoun(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
