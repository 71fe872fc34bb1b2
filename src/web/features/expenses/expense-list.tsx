/** How expenses stand in their list: rows of a table, and cards on the phone. */

import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { ExpenseSort } from '../../../shared/lists/list-sorts.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { formatMoney, formatSums, money } from '../../../shared/money/money.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { countNoun } from '../../lib/format-count.ts';
import { OpenButton } from '../../records/record-list-page.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { IndexCard, Missing } from '../../ui/index-card.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ReceiptThumbnail } from './receipt/receipt-thumbnail.tsx';

const formatSpent = ({ amount, currency }: Expense) => formatMoney(money(amount, currency));

/** Their orders are of those that the list has. */
interface ExpenseColumn extends Column<Expense> {
  sorts?: readonly [ExpenseSort, ExpenseSort];
}

export const expenseColumns = (open: (expense: Expense) => void): readonly ExpenseColumn[] => [
  {
    title: 'Description',
    kind: 'name',
    render: (expense) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <OpenButton name={expense.description} onClick={() => open(expense)} />
        <ReceiptLink expense={expense} />
      </span>
    ),
  },
  {
    title: 'Category',
    width: '20%',
    sorts: ['category', '-category'],
    render: ({ category }) => category,
  },
  {
    title: 'Amount',
    kind: 'amount',
    sorts: ['-amount', 'amount'],
    render: formatSpent,
  },
  {
    title: 'Date',
    width: 128,
    kind: 'date',
    sorts: ['-expenseDate', 'expenseDate'],
    render: ({ expenseDate }) => formatDate(expenseDate),
  },
  {
    title: 'Vendor',
    width: 180,
    roomy: 'much',
    render: ({ vendor }) =>
      vendor === null ? (
        <Missing>—</Missing>
      ) : (
        <span dir="auto" title={vendor}>
          {vendor}
        </span>
      ),
  },
];

export function ExpenseCard({ expense, buttons }: { expense: Expense; buttons: ReactNode }) {
  const { description, category, vendor, expenseDate } = expense;
  return (
    <IndexCard
      title={description}
      below={category}
      aside={
        <b className="self-start pr-1 text-15 font-[580] tabular-nums">{formatSpent(expense)}</b>
      }
      foot={
        <span className="min-w-0 truncate">
          {formatDate(expenseDate)}
          {vendor !== null && (
            <>
              {' · '}
              <bdi>{vendor}</bdi>
            </>
          )}
        </span>
      }
      actions={
        <>
          <ReceiptLink expense={expense} />
          {buttons}
        </>
      }
    />
  );
}

/** Opens the receipt in a tab of its own. */
function ReceiptLink({ expense }: { expense: Expense }) {
  const { receiptUrl, receipt, description } = expense;
  if (receiptUrl === null) return null;
  return (
    <ServerLink
      className="inline-grid size-7 flex-none place-items-center rounded-sm !p-0 !text-muted hover:bg-wash-2 hover:!text-ink max-md:size-11"
      href={receiptUrl}
    >
      <ReceiptThumbnail
        url={receiptUrl}
        contentType={receipt?.contentType}
        className="size-6 max-md:size-9"
      />
      <VisuallyHidden>View receipt of {description}</VisuallyHidden>
    </ServerLink>
  );
}

/** How many there are in all, and their sums: the foot of the table, or a line beneath the cards. */
export function ExpenseTotal({ count, sums, phone }: CountAndSums & { phone: boolean }) {
  const { currency } = useBusiness();
  const counted = countNoun(count, 'expense');
  const total = (
    <>
      <VisuallyHidden>Total</VisuallyHidden>
      <DoubleRule>{formatSums(sums, currency)}</DoubleRule>
    </>
  );
  if (phone) {
    return (
      <p className="mt-4 flex items-baseline justify-between px-4 text-muted">
        <span>{counted}</span>
        <b className="text-ink">{total}</b>
      </p>
    );
  }
  return (
    <tfoot className="*:*:border-t *:*:border-ink">
      <tr className="text-muted">
        <td colSpan={2}>{counted}</td>
        <td className="!pl-0 !text-right text-ink">{total}</td>
        <td aria-hidden="true" />
        {/* Goes with the vendor's column. */}
        <td className="@max-[861px]:hidden" aria-hidden="true" />
        <td aria-hidden="true" />
      </tr>
    </tfoot>
  );
}
