import type { ReactNode } from 'react';
import type { DataTableProps } from './data-table.tsx';
import { DataTable } from './data-table.tsx';
import type { RowCardProps } from './row-card.tsx';
import { RowCard, RowCards } from './row-card.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface Props<Row> extends DataTableProps<Row> {
  /** What the phone shows of a row; it leads where the row does unless it says otherwise. */
  card: (row: Row) => RowCardProps & { children?: ReactNode };
}

/** Rows as a table, and on the phone as cards of two lines. */
export function RowList<Row>({ card, ...table }: Props<Row>) {
  const phone = useIsPhone();
  if (!phone) return <DataTable {...table} />;
  const { label, rows, rowKey, rowTo, busy } = table;
  return (
    <RowCards label={label} busy={busy}>
      {rows.map((row, index) => (
        <RowCard key={rowKey(row, index)} to={rowTo?.(row)} {...card(row)} />
      ))}
    </RowCards>
  );
}
