import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { formatMoney, formatSums, money } from '../../../shared/money/money.ts';
import { countNoun } from '../../lib/format-count.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { EditAndDelete } from '../../ui/edit-and-delete.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './expense-table.module.css';

export interface ExpenseActions {
  onEdit: (expense: Expense) => void;
  onDelete: (expense: Expense) => void;
}

interface Props extends ExpenseActions {
  expenses: readonly Expense[];
  /** How many there are in all, and their sums; undefined while more of them can be loaded. */
  sums: CountAndSums | undefined;
  /** The business's. */
  currency: string;
  busy: boolean;
}

export function ExpenseTable({ expenses, sums, currency, busy, ...actions }: Props) {
  const list = useRef<HTMLTableSectionElement>(null);
  useRowKeys(list, { rows: 'tr' });
  return (
    <div className={classes.card}>
      <DataTable
        label="Expenses, newest first"
        columns={columns(actions)}
        rows={expenses}
        rowKey={({ id }) => id}
        busy={busy}
        main
        body={list}
        foot={sums && <Foot {...sums} currency={currency} />}
      />
    </div>
  );
}

const NOTHING: ExpenseActions = { onEdit: () => {}, onDelete: () => {} };

export function ExpenseTableSkeleton() {
  return (
    <div className={classes.card}>
      <DataTableSkeleton columns={columns(NOTHING)} rows={8} words="Loading expenses..." />
    </div>
  );
}

const columns = ({ onEdit, onDelete }: ExpenseActions): readonly Column<Expense>[] => [
  {
    title: 'Description',
    kind: 'name',
    render: (expense) => (
      <span className={classes.description}>
        <span className={classes.words} dir="auto" title={expense.description}>
          {expense.description}
        </span>
        <ReceiptLink expense={expense} />
      </span>
    ),
  },
  { title: 'Category', width: '20%', render: ({ category }) => category },
  {
    title: 'Amount',
    width: 124,
    kind: 'amount',
    render: ({ amount, currency }) => formatMoney(money(amount, currency)),
  },
  {
    title: 'Date',
    width: 128,
    kind: 'date',
    render: ({ expenseDate }) => formatDate(expenseDate),
  },
  {
    title: 'Vendor',
    width: 180,
    render: ({ vendor }) =>
      vendor === null ? (
        <span className={classes.none}>—</span>
      ) : (
        <span dir="auto" title={vendor}>
          {vendor}
        </span>
      ),
  },
  {
    title: 'Actions',
    width: 100,
    render: (expense) => <ExpenseButtons expense={expense} {...{ onEdit, onDelete }} />,
  },
];

/** Opens the receipt in a tab of its own. */
export function ReceiptLink({ expense }: { expense: Expense }) {
  const { receiptUrl, description } = expense;
  if (receiptUrl === null) return null;
  return (
    <ServerLink className={classes.receipt} href={receiptUrl}>
      <Icon as={IconPaperclip} />
      <VisuallyHidden>View receipt of {description}</VisuallyHidden>
    </ServerLink>
  );
}

export function ExpenseButtons({
  expense,
  onEdit,
  onDelete,
}: ExpenseActions & { expense: Expense }) {
  return (
    <span className={classes.buttons}>
      <EditAndDelete
        name={expense.description}
        onEdit={() => onEdit(expense)}
        onDelete={() => onDelete(expense)}
      />
    </span>
  );
}

function Foot({ count, sums, currency }: CountAndSums & { currency: string }) {
  return (
    <tfoot className={classes.foot}>
      <tr>
        <td colSpan={2}>{countNoun(count, 'expense')}</td>
        <td className={classes.total}>
          <VisuallyHidden>Total</VisuallyHidden>
          <DoubleRule>{formatSums(sums, currency)}</DoubleRule>
        </td>
        <td aria-hidden="true" />
        <td aria-hidden="true" />
        <td aria-hidden="true" />
      </tr>
    </tfoot>
  );
}
