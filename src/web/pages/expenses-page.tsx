import { useBusiness } from '../documents/use-business.ts';
import { ExpenseCards } from '../features/expenses/expense-cards.tsx';
import { ExpenseDialog } from '../features/expenses/expense-dialog.tsx';
import { ExpenseTable, ExpenseTableSkeleton } from '../features/expenses/expense-table.tsx';
import { useDeleteExpense, useExpenses } from '../features/expenses/use-expenses.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { IndexCardSkeletons } from '../ui/index-cards.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { RecordListPage } from './record-list-page.tsx';

export { preloadExpenses as preload } from '../features/expenses/use-expenses.ts';

export function Component() {
  const searching = useSearchText();
  const { search } = searching;
  const list = useExpenses(search);
  const remove = useDeleteExpense();
  const { currency } = useBusiness();
  const cards = useIsPhone();
  const { counted, hasNextPage, isPlaceholderData } = list;
  const sums = hasNextPage ? undefined : counted;
  return (
    <RecordListPage
      one="expense"
      many="expenses"
      searching={searching}
      list={list}
      remove={remove}
      countedBelow={sums !== undefined}
      formatName={({ description }) => description}
      skeleton={
        cards ? (
          <IndexCardSkeletons words="Loading expenses..." lines={0} />
        ) : (
          <ExpenseTableSkeleton />
        )
      }
      none="What the business spends, each with its category, its vendor and its receipt. Add the first, and keep the photo of its receipt with it."
      noMatch={`No description, category or vendor contains “${search}”.`}
      renderRecords={(expenses, actions) =>
        cards ? (
          <ExpenseCards expenses={expenses} sums={sums} currency={currency} {...actions} />
        ) : (
          <ExpenseTable
            expenses={expenses}
            sums={sums}
            currency={currency}
            busy={isPlaceholderData}
            {...actions}
          />
        )
      }
      renderDialog={({ record, ...props }) => <ExpenseDialog expense={record} {...props} />}
    />
  );
}
