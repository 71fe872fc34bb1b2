import type { ReactNode } from 'react';
import type { SortOf } from '../../../../shared/lists/list-sorts.ts';
import { cx } from '../../../ui/cx.ts';
import { findDirection, SortButton } from '../../../ui/sort-button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { COLUMN, COLUMN_WIDTHS } from './table-columns.ts';

type Sort = SortOf<'invoice'>;

export interface HeadSort {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Its line is a shadow: a border of a collapsed table would stay behind. */
const HEAD_CELL =
  'sticky top-[calc(var(--h-banner)+var(--h-header))] z-1 h-11 bg-surface text-[0.78125rem] font-[500] whitespace-nowrap text-muted shadow-[inset_0_-1px_var(--hairline)] first:rounded-tl last:rounded-tr';

interface SortHeadProps extends Partial<HeadSort> {
  className: string;
  sorts: readonly [Sort, Sort];
  children: string;
}

function SortHead({ className, children, ...used }: SortHeadProps) {
  return (
    <th scope="col" className={cx(HEAD_CELL, className)} aria-sort={findDirection(used)}>
      <SortButton {...used} isRight={className === COLUMN.amount}>
        {children}
      </SortButton>
    </th>
  );
}

export function InvoiceTableHead({ check, ...used }: { check: ReactNode } & Partial<HeadSort>) {
  const head = (className: string, words: string) => (
    <th scope="col" className={cx(HEAD_CELL, className)}>
      {words}
    </th>
  );
  const unseen = (className: string, words: string) => (
    <th scope="col" className={cx(HEAD_CELL, className)}>
      <VisuallyHidden>{words}</VisuallyHidden>
    </th>
  );
  return (
    <>
      <colgroup>
        {COLUMN_WIDTHS.map((width) => (
          <col key={width} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={cx(HEAD_CELL, COLUMN.check)}>
            {check}
          </th>
          {head(COLUMN.text, 'Number')}
          {head(COLUMN.customer, 'Customer')}
          <SortHead {...used} className={COLUMN.issued} sorts={['-issueDate', 'issueDate']}>
            Issued
          </SortHead>
          <SortHead {...used} className={COLUMN.due} sorts={['nextDueDate', '-nextDueDate']}>
            Due
          </SortHead>
          {unseen(COLUMN.time, 'Time left')}
          {head(COLUMN.status, 'Status')}
          <SortHead {...used} className={COLUMN.amount} sorts={['-total', 'total']}>
            Amount
          </SortHead>
          {unseen(COLUMN.actions, 'Actions')}
        </tr>
      </thead>
    </>
  );
}
