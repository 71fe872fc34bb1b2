import type { MouseEvent, ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';
import { breakAmount } from './break-amount.ts';
import { cx } from './cx.ts';
import classes from './data-table.module.css';
import { Skeleton } from './skeleton.tsx';
import { findDirection, SortButton } from './sort-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Column<Row> {
  title: string;
  /** The title is for readers only. */
  titleHidden?: boolean;
  /**
   * In px, or a share of the table as '20%'; without it, what the others leave. Amounts have one
   * width in all tables.
   */
  width?: number | `${number}%`;
  /** Sums stand at the right, dates are muted ink, names are stronger. */
  kind?: 'amount' | 'date' | 'name';
  /** Left out where the table is narrow; where it is not wide if it needs `much` room, or `most`. */
  roomy?: boolean | 'much' | 'most';
  /** A mark after the title, such as the way it is sorted. */
  mark?: ReactNode;
  /** What a first press on its title sorts by, and a second: for a table with `sorting`. */
  sorts?: readonly [string, string];
  render: (row: Row) => ReactNode;
}

/** By what a table is sorted, and what changes that. */
export interface TableSorting {
  sort: string;
  onSort: (sort: string) => void;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** Where a press on the row leads, if anywhere. One of its cells must hold a link to the same place. */
  rowTo?: ((row: Row) => string | undefined) | undefined;
  /** What a press on the row does instead. One of its cells must hold a button that does the same. */
  onRow?: ((row: Row) => void) | undefined;
  /** The last row, a `tfoot`. */
  foot?: ReactNode;
  /** Rows of another answer, shown until theirs is there. */
  busy?: boolean;
  /** The list that its page is about: its head stays in sight. */
  main?: boolean;
  sorting?: TableSorting | undefined;
  /** For `useRowKeys`. */
  body?: RefObject<HTMLTableSectionElement | null>;
}

/** Rows 44 px tall under fixed columns, so that nothing moves when data comes. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowTo,
  onRow,
  foot,
  busy = false,
  main = false,
  sorting,
  body,
}: DataTableProps<Row>) {
  const navigate = useNavigate();
  const press = (event: MouseEvent<HTMLElement>, row: Row) => {
    if ((event.target as Element).closest('a, button')) return;
    if (window.getSelection()?.toString()) return;
    const to = rowTo?.(row);
    if (to !== undefined) void navigate(to);
    onRow?.(row);
  };
  return (
    <div className={classes.frame}>
      <table
        className={cx(
          classes.table,
          busy && classes.busy,
          main && classes.main,
          Boolean(foot) && classes.footed,
        )}
        aria-label={label}
        aria-busy={busy || undefined}
      >
        <DataTableHead columns={columns} sorting={sorting} />
        <tbody ref={body}>
          {rows.map((row, index) => (
            // The cell's link is for keyboards and readers; the row only widens its target.
            <tr
              key={rowKey(row, index)}
              className={cx((onRow || rowTo?.(row) !== undefined) && classes.row)}
              onClick={(event) => press(event, row)}
            >
              {columns.map((column) => (
                <td key={column.title} className={cell(column)}>
                  {renderCell(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </div>
  );
}

/** With more, each is as narrow as on a tablet. */
const MANY_AMOUNTS = 3;

/** An amount may go to a second line after the code of its currency. */
const renderCell = <Row,>({ kind, render }: Column<Row>, row: Row): ReactNode => {
  const shown = render(row);
  return kind === 'amount' && typeof shown === 'string' ? breakAmount(shown) : shown;
};

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  sorting?: TableSorting | undefined;
}

function DataTableHead<Row>({ columns, sorting }: HeadProps<Row>) {
  const isAmount = ({ kind, width }: Pick<Column<Row>, 'kind' | 'width'>) =>
    kind === 'amount' && width === undefined;
  const many = columns.filter(isAmount).length > MANY_AMOUNTS;
  return (
    <>
      <colgroup>
        {columns.map(({ title, width, roomy, kind }) => (
          <col
            key={title}
            className={
              cx(
                isAmount({ kind, width }) && classes.amounts,
                many && classes.many,
                hideWhereNarrow(roomy),
              ) || undefined
            }
            style={width === undefined ? undefined : { width }}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ sorts, ...column }) => (
            <th
              key={column.title}
              scope="col"
              className={cell(column)}
              aria-sort={sorts && sorting && findDirection({ sorts, sort: sorting.sort })}
            >
              {sorts && sorting ? (
                <SortButton sorts={sorts} {...sorting} isRight={column.kind === 'amount'}>
                  {column.title}
                </SortButton>
              ) : column.titleHidden ? (
                <VisuallyHidden>{column.title}</VisuallyHidden>
              ) : (
                column.title
              )}
              {column.mark}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

/** The head stays while rows that fade away hold their place. */
export function DataTableSkeleton<Row>({
  columns,
  rows,
  words,
}: {
  columns: readonly Column<Row>[];
  rows: number;
  /** Said in the foot, and to readers. */
  words?: string;
}) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-busy="true">
        <DataTableHead columns={columns} />
        <tbody aria-hidden="true">
          {Array.from({ length: rows }, (_, index) => index).map((row) => (
            <tr key={row} style={{ opacity: 1 - (row * 0.8) / rows }}>
              {columns.map((column, place) => (
                <td key={column.title} className={cell(column)}>
                  <Skeleton
                    width={
                      column.width || column.kind === 'amount'
                        ? '72%'
                        : `${58 + ((row * 7 + place * 11) % 24)}%`
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {words && (
          <tfoot>
            <tr>
              <td colSpan={columns.length} className={classes.words}>
                <output>{words}</output>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const cell = ({ kind, roomy }: Pick<Column<never>, 'kind' | 'roomy'>) =>
  cx(kind && classes[kind], hideWhereNarrow(roomy)) || undefined;

const ROOMY = { much: classes['spacious'], most: classes['ample'] };
const hideWhereNarrow = (roomy: Column<never>['roomy']) =>
  roomy ? (roomy === true ? classes['roomy'] : ROOMY[roomy]) : undefined;

/** The last row: what it sums up, and the sums under their columns, which are the last ones. */
export function TableTotal<Row>({
  columns,
  words,
  sums,
  of,
}: {
  columns: readonly Column<Row>[];
  words: ReactNode;
  sums: readonly ReactNode[];
  /** A part of the last sum, in a line of its own beneath it. */
  of?: { words: string; sum: string } | undefined;
}) {
  const worded = columns.slice(0, columns.length - sums.length);
  return (
    <tfoot className={classes.total}>
      <tr>
        <td colSpan={worded.filter(({ roomy }) => !roomy).length}>{words}</td>
        {/* A cell that goes with its column, where there is no room for that. */}
        {worded.map(
          ({ title, roomy }) =>
            roomy && <td key={title} aria-hidden="true" className={hideWhereNarrow(roomy)} />,
        )}
        {columns.slice(-sums.length).map(({ title, roomy }, index) => (
          <td key={title} className={cx(classes.amount, hideWhereNarrow(roomy))}>
            {sums[index]}
          </td>
        ))}
      </tr>
      {of && (
        <tr className={classes.part}>
          <td colSpan={columns.filter(({ roomy }) => !roomy).length - 1}>{of.words}</td>
          {columns.map(
            ({ title, roomy }) =>
              roomy && <td key={title} aria-hidden="true" className={hideWhereNarrow(roomy)} />,
          )}
          <td className={classes.amount}>{breakAmount(of.sum)}</td>
        </tr>
      )}
    </tfoot>
  );
}
