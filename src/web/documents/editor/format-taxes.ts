import type { LineTax } from '../../../shared/documents/line-content.ts';
import { formatPercent } from '../../../shared/documents/sheet-figures.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { TAX_CATEGORY_LABELS } from '../../../shared/taxes/tax.ts';

/** The taxes of a line in a cell: '5% + 9.975%'; what is at nothing says why: 'Exempt'. */
export const formatTaxes = (taxes: readonly LineTax[]): string =>
  taxes
    .map(({ name, rate, category }) => {
      if (!isZero(rate)) return formatPercent(rate);
      return category ? TAX_CATEGORY_LABELS[category] : name;
    })
    .join(' + ');
