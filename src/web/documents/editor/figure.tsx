import type { Decimal } from '../../../shared/money/decimal.ts';
import { NO_FIGURE } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface Props {
  /** null: it cannot be computed as long as something is wrong. */
  value: Decimal | null;
  format: (value: Decimal) => string;
}

/** A figure of the form as it stands; a dash where there is none, which readers hear in words. */
export function Figure({ value, format }: Props) {
  if (value !== null) return format(value);
  return (
    <>
      <span aria-hidden="true">{NO_FIGURE}</span>
      <VisuallyHidden>cannot be computed</VisuallyHidden>
    </>
  );
}

/** An amount in the document's currency. */
export function Amount({ value, currency }: { value: Decimal | null; currency: string }) {
  return <Figure value={value} format={(amount) => formatMoney(money(amount, currency))} />;
}
