import type { CSSProperties } from 'react';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';

/** Widths in px. Each shows its largest figure whole, 99,999,999.99; a quantity up to 99,999.99. */
const WIDE = { quantity: 92, price: 126, sum: 130 };
/** With more columns: what is usual whole, and more by moving within the cell. */
const CLOSE = { quantity: 76, price: 108, sum: 118 };
const REMOVE = 34;
const MORE = { unit: 84, discount: 84, taxes: 116 };

const BY_COLUMN = { unit: 'unit', discount: 'discount', tax: 'taxes' } as const;

type Vars = CSSProperties & Record<`--${string}`, string>;

/** What stands in a row of the grid, and how wide: in one row, or in two where there is less room. */
export function gridStyle(columns: readonly EditorColumn[]): Vars {
  const has = (column: keyof typeof BY_COLUMN) => columns.includes(column);
  const more = (['unit', 'discount', 'tax'] as const).filter(has).map((name) => BY_COLUMN[name]);
  const widths = { ...(more.length === 0 ? WIDE : CLOSE), ...MORE };
  const cells = [
    'quantity',
    ...(has('unit') ? ['unit'] : []),
    'price',
    ...(has('discount') ? ['discount'] : []),
    ...(has('tax') ? ['taxes'] : []),
  ] as (keyof typeof widths)[];
  const row = (names: readonly string[]) => `"${names.join(' ')}"`;
  const px = (name: keyof typeof widths) => `${widths[name]}px`;
  const rest = widths.sum + REMOVE;
  const style: Vars = {
    '--tracks': ['24px', 'minmax(0, 1fr)', ...cells.map(px), px('sum'), `${REMOVE}px`].join(' '),
    '--areas': row(['grip', 'text', ...cells, 'sum', 'remove']),
    '--under-quantity': `${widths.price + rest + 10}px`,
    '--under-price': `${rest + 10}px`,
  };
  if (more.length < 2) return style;
  return {
    ...style,
    '--narrow-tracks': [
      '24px',
      ...cells.map((name) => (name === 'taxes' ? 'minmax(0, 1.4fr)' : 'minmax(0, 1fr)')),
      px('sum'),
      `${REMOVE}px`,
    ].join(' '),
    '--narrow-areas': [
      row(['grip', ...cells.map(() => 'text'), 'sum', 'remove']),
      row(['.', ...cells, '.', '.']),
    ].join(' '),
  };
}
