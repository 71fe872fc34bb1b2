import type { CSSProperties } from 'react';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';

/** Head and rows of the grid; where there is less room, more than fits stands in two rows. */
export const GRID_ROW =
  'grid grid-cols-(--tracks) [grid-template-areas:var(--areas)] @max-[900px]/form:grid-cols-(--narrow-tracks) @max-[900px]/form:[grid-template-areas:var(--narrow-areas)]';

/** Widths in px. Each shows its largest figure whole, 99,999,999.99; a quantity up to 99,999.99. */
const WIDE = { quantity: 92, unitPrice: 126, sum: 130 };
/** With more columns: what is usual whole, and more by moving within the cell. */
const CLOSE = { quantity: 76, unitPrice: 108, sum: 118 };
const REMOVE = 34;
const MORE = { unit: 84, discount: 84, taxes: 116 };

type Vars = CSSProperties & Record<`--${string}`, string>;

/** What stands in a row of the grid, and how wide: areas are named after cells. */
export function gridStyle(columns: readonly EditorColumn[]): Vars {
  const has = (column: EditorColumn) => columns.includes(column);
  const cells = [
    'quantity' as const,
    ...(has('unit') ? ['unit' as const] : []),
    'unitPrice' as const,
    ...(has('discount') ? ['discount' as const] : []),
    ...(has('tax') ? ['taxes' as const] : []),
  ];
  const widths = { ...(cells.length === 2 ? WIDE : CLOSE), ...MORE };
  const row = (names: readonly string[]) => `"${names.join(' ')}"`;
  const tracks = (widthsOfCells: string[], text: string) =>
    ['24px', text, ...widthsOfCells, `${widths.sum}px`, `${REMOVE}px`].filter(Boolean).join(' ');
  const wide = {
    tracks: tracks(
      cells.map((name) => `${widths[name]}px`),
      'minmax(0, 1fr)',
    ),
    areas: row(['grip', 'description', ...cells, 'sum', 'remove']),
  };
  const narrow = {
    tracks: tracks(
      cells.map((name) => (name === 'taxes' ? 'minmax(0, 1.4fr)' : 'minmax(0, 1fr)')),
      '',
    ),
    areas: [
      row(['grip', ...cells.map(() => 'description'), 'sum', 'remove']),
      row(['.', ...cells, '.', '.']),
    ].join(' '),
  };
  const less = cells.length < 4 ? wide : narrow;
  const rest = widths.sum + REMOVE;
  return {
    '--tracks': wide.tracks,
    '--areas': wide.areas,
    '--narrow-tracks': less.tracks,
    '--narrow-areas': less.areas,
    '--under-quantity': `${widths.unitPrice + rest + 10}px`,
    '--under-price': `${rest + 10}px`,
  };
}
