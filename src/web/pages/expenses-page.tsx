import { ExpenseDialog } from '../features/expenses/expense-dialog.tsx';
import { ExpenseCard, ExpenseTotal, expenseColumns } from '../features/expenses/expense-list.tsx';
import { EXPENSES } from '../features/expenses/expenses.ts';
import { preloadRecords } from '../records/record-kind.ts';
import { RecordListPage } from '../records/record-list-page.tsx';

export const preload = preloadRecords(EXPENSES);

export const Component = () => (
  <RecordListPage
    kind={EXPENSES}
    label="Expenses, newest first"
    none="What your business spends, by category and vendor, with a photo of each receipt."
    noMatch={(search) => `No description, category or vendor contains “${search}”.`}
    formatName={({ description }) => description}
    columns={expenseColumns}
    renderCard={(expense, buttons) => (
      <ExpenseCard key={expense.id} expense={expense} buttons={buttons} />
    )}
    cardLines={0}
    renderTotal={(counted, phone) => <ExpenseTotal {...counted} phone={phone} />}
    Dialog={ExpenseDialog}
  />
);
