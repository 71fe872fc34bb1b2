import { EXPENSE_SORTS } from '../../shared/lists/list-sorts.ts';
import { formatSums } from '../../shared/money/money.ts';
import { FilterButton } from '../documents/filter/filter-button.tsx';
import { FilterChips, NoMatch, SortNote } from '../documents/filter/filter-chips.tsx';
import { describeSort, readListFilter, withoutNone } from '../documents/filter/list-filter.ts';
import { useListFilter } from '../documents/filter/use-list-filter.ts';
import { useBusiness } from '../documents/use-business.ts';
import { ExpenseDialog } from '../features/expenses/expense-dialog.tsx';
import { ExpenseCard, ExpenseTotal, expenseColumns } from '../features/expenses/expense-list.tsx';
import { EXPENSE_FILTERS, EXPENSES } from '../features/expenses/expenses.ts';
import { preloadRecords } from '../records/record-kind.ts';
import { RecordListPage } from '../records/record-list-page.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';

export const preload = preloadRecords(EXPENSES, (params) =>
  readListFilter(params, EXPENSE_FILTERS),
);

export function Component() {
  const used = useListFilter(EXPENSE_FILTERS);
  // The phone has no heads to sort by.
  const phone = useIsPhone();
  const [usual] = EXPENSE_SORTS;
  const { sort = usual } = used.filter;
  const { currency } = useBusiness();
  return (
    <RecordListPage
      kind={EXPENSES}
      label={`Expenses, ${describeSort(sort)}`}
      none="What your business spends, by category and vendor, with a photo of each receipt."
      noMatch={(search) => `No description, category or vendor contains “${search}”.`}
      formatName={({ description }) => description}
      columns={expenseColumns}
      renderCard={(expense, buttons) => (
        <ExpenseCard key={expense.id} expense={expense} buttons={buttons} />
      )}
      cardLines={0}
      formatTotal={({ sums }) => formatSums(sums, currency)}
      renderTotal={(counted, phone) => <ExpenseTotal {...counted} phone={phone} />}
      Dialog={ExpenseDialog}
      narrowing={{
        filter: used.filter,
        sorting: {
          sort,
          onSort(chosen) {
            const next = EXPENSE_SORTS.find((known) => known === chosen);
            used.change(withoutNone({ ...used.filter, sort: next === usual ? undefined : next }));
          },
        },
        button: <FilterButton used={used} sorts={phone} />,
        chips: <FilterChips used={used} sorts={phone} />,
        renderNote: ({ sums }) => <SortNote used={used} sums={sums} />,
        clear: () => used.change({}),
        renderNone: (search) =>
          used.narrowed ? <NoMatch search={search} parts={used.parts} /> : undefined,
      }}
    />
  );
}
