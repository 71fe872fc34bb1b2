import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { formatMoney, formatSums, money } from '../../../shared/money/money.ts';
import { countNoun } from '../../lib/format-count.ts';
import { DoubleRule } from '../../ui/double-rule.tsx';
import card from '../../ui/index-card.module.css';
import { IndexCards } from '../../ui/index-cards.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './expense-cards.module.css';
import type { ExpenseActions } from './expense-table.tsx';
import { ExpenseButtons, ReceiptLink } from './expense-table.tsx';

interface Props extends ExpenseActions {
  expenses: readonly Expense[];
  /** How many there are in all, and their sums; undefined while more of them can be loaded. */
  sums: CountAndSums | undefined;
  /** The business's. */
  currency: string;
}

/** What is a table on the desktop, as index cards. */
export function ExpenseCards({ expenses, sums, currency, ...actions }: Props) {
  return (
    <>
      <IndexCards label="Expenses, newest first">
        {expenses.map((expense) => (
          <ExpenseCard key={expense.id} expense={expense} {...actions} />
        ))}
      </IndexCards>
      {sums && (
        <p className={classes.foot}>
          <span>{countNoun(sums.count, 'expense')}</span>
          <b>
            <VisuallyHidden>Total</VisuallyHidden>
            <DoubleRule>{formatSums(sums.sums, currency)}</DoubleRule>
          </b>
        </p>
      )}
    </>
  );
}

function ExpenseCard({ expense, ...actions }: ExpenseActions & { expense: Expense }) {
  const { description, category, vendor, amount, currency, expenseDate } = expense;
  return (
    <li className={card.card}>
      <div className={card.head}>
        <div className={card.title}>
          <h2 dir="auto">{description}</h2>
          <p>{category}</p>
        </div>
        <b className={classes.amount}>{formatMoney(money(amount, currency))}</b>
      </div>
      <div className={card.foot}>
        <p className={classes.below}>
          {formatDate(expenseDate)}
          {vendor !== null && (
            <>
              {' · '}
              <bdi>{vendor}</bdi>
            </>
          )}
        </p>
        <div className={card.actions}>
          <ReceiptLink expense={expense} />
          <ExpenseButtons expense={expense} {...actions} />
        </div>
      </div>
    </li>
  );
}
