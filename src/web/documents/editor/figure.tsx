import type { Decimal } from '../../../shared/money/hundredths.ts';
import { formatMoney, NO_FIGURE } from '../../../shared/money/hundredths.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface Props {
  /** null: it cannot be computed as long as something is wrong. */
  value: Decimal | null;
  format?: (value: Decimal) => string;
}

/** An amount of the form as it stands; a dash where there is none, which readers hear in words. */
export function Figure({ value, format = formatMoney }: Props) {
  if (value !== null) return format(value);
  return (
    <>
      <span aria-hidden="true">{NO_FIGURE}</span>
      <VisuallyHidden>cannot be computed</VisuallyHidden>
    </>
  );
}
