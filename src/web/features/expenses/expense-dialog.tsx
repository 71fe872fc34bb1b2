import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { EXPENSE_CATEGORIES } from '../../../shared/expenses/expense-categories.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import { expenseForm } from '../../../shared/expenses/expense.contract.ts';
import { noMoney } from '../../../shared/money/money.ts';
import { CustomerChoiceField } from '../../documents/filter/customer-choice-field.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { afterPress } from '../../lib/after-press.ts';
import { orpc } from '../../lib/api.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { useCurrencies } from '../../lib/use-currencies.ts';
import { recordDialog, RecordForm } from '../../records/record-dialog.tsx';
import { useSaveRecord } from '../../records/record-kind.ts';
import type { RecordFormProps } from '../../records/use-record-editor.ts';
import { useRecordEditor } from '../../records/use-record-editor.ts';
import { CurrencySelect } from '../../ui/currency-select.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { MoneyField } from '../../ui/decimal-field.tsx';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { EXPENSES } from './expenses.ts';
import { ReceiptField } from './receipt/receipt-field.tsx';
import type { StoredReceipt } from './receipt/transfer.ts';
import { useReceipt } from './receipt/use-receipt.ts';

const LABELS = {
  description: 'Description',
  amount: 'Amount',
  currency: 'Currency',
  category: 'Category',
  expenseDate: 'Expense date',
  vendor: 'Vendor',
} as const;

const UNSENT_RECEIPT =
  'The receipt was not uploaded. Try again, or cancel the upload to save without it.';

const CATEGORIES = EXPENSE_CATEGORIES.map((value) => ({ value, label: value }));

function toValues(expense: Expense | undefined, today: CalendarDate) {
  return {
    description: expense?.description ?? '',
    amount: expense?.amount ?? '',
    // Absent: the business's, as the server knows it.
    currency: expense?.currency,
    category: (expense?.category ?? '') as (typeof EXPENSE_CATEGORIES)[number],
    expenseDate: expense?.expenseDate ?? today,
    vendor: expense?.vendor ?? '',
    customerId: expense?.customerId ?? null,
    receiptUrl: expense?.receiptUrl ?? '',
  };
}

export const ExpenseDialog = recordDialog('Expense', 560, ExpenseForm);

function ExpenseForm(edited: RecordFormProps<Expense>) {
  const { today } = useBusiness();
  const { own, currencies } = useCurrencies();
  const form = useContractForm(expenseForm(own), toValues(edited.record, today));
  const { formState, control, watch, setValue, clearErrors, trigger } = form;
  const save = useSaveRecord(EXPENSES);
  const [uploaded, setUploaded] = useState<StoredReceipt>();
  const setReceipt = (receipt: StoredReceipt | undefined) => {
    setUploaded(receipt);
    setValue('receiptUrl', receipt?.url ?? '', { shouldDirty: true });
    clearErrors('receiptUrl');
  };
  const transfer = useReceipt(setReceipt);
  const { field, shell } = useRecordEditor({
    noun: 'expense',
    labels: LABELS,
    form,
    toValues: (expense) => toValues(expense, today),
    save: save.mutateAsync,
    // An expense is saved with its receipt: what is on its way is waited for.
    ready: async () => {
      const arrived = await transfer.settled();
      if (!arrived) retry.current?.focus();
      return arrived;
    },
    dirty: transfer.running !== undefined,
    ...edited,
  });
  const retry = useRef<HTMLButtonElement>(null);
  const receiptUrl = watch('receiptUrl') || undefined;
  const currency = watch('currency') ?? own;
  const used = [...currencies, ...useSpentCurrencies()];
  const [choosing, setChoosing] = useState(false);
  const choice = choosing || [...used, currency].some((each) => each !== own);
  const width = choice ? fieldWidth.third : fieldWidth.half;

  const error = (name: keyof ReturnType<typeof toValues>) => formState.errors[name]?.message;

  const failed = transfer.running?.state.status === 'failed';

  return (
    <RecordForm
      {...shell}
      obstacle={failed ? UNSENT_RECEIPT : undefined}
      discard={() => {
        transfer.cancel();
        shell.discard();
      }}
    >
      <TextField {...field('description', fieldWidth.full)} autoComplete="off" data-autofocus />
      <Controller
        control={control}
        name="amount"
        render={({ field: amount }) => (
          <MoneyField
            {...amount}
            value={String(amount.value)}
            className={width}
            label={LABELS.amount}
            currency={currency}
            onCurrency={choice ? undefined : () => setChoosing(true)}
            placeholder={noMoney(currency).amount}
            error={error('amount')}
          />
        )}
      />
      {choice && (
        <Controller
          control={control}
          name="currency"
          render={({ field: { value, ...chosen } }) => (
            <CurrencySelect
              {...chosen}
              value={value ?? own}
              className={width}
              label={LABELS.currency}
              used={[...used, currency]}
              error={error('currency')}
              onChange={(next) => {
                chosen.onChange(next);
                clearErrors('amount');
              }}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="expenseDate"
        render={({ field: date }) => (
          <DateField
            {...date}
            className={width}
            label={LABELS.expenseDate}
            today={today}
            error={error('expenseDate')}
            onChange={(value) => {
              date.onChange(value);
              clearErrors('expenseDate');
            }}
            onBlur={() => {
              date.onBlur();
              afterPress(() => void trigger('expenseDate'));
            }}
          />
        )}
      />
      <SelectField
        {...field('category', fieldWidth.half)}
        placeholder="Choose a category"
        options={CATEGORIES}
      />
      <TextField {...field('vendor', fieldWidth.half)} optional autoComplete="off" />
      <Controller
        control={control}
        name="customerId"
        render={({ field: customer }) => (
          <CustomerChoiceField
            className={fieldWidth.full}
            optional
            none="No customer"
            value={typeof customer.value === 'number' ? customer.value : null}
            known={shell.base?.customer ?? null}
            onChange={customer.onChange}
            error={error('customerId')}
          />
        )}
      />
      <ReceiptField
        className={fieldWidth.full}
        value={receiptUrl === undefined ? undefined : known(receiptUrl, uploaded, shell.base)}
        transfer={transfer}
        retry={retry}
        onRemove={() => setReceipt(undefined)}
        error={error('receiptUrl')}
      />
    </RecordForm>
  );
}

/** The currencies that expenses are in. */
function useSpentCurrencies(): string[] {
  const { data } = useQuery(orpc.expenses.summary.queryOptions({ input: {} }));
  return data?.sums.map(({ currency }) => currency) ?? [];
}

/** What is known of the receipt at this address: it was sent just now, or stands on the expense. */
function known(url: string, uploaded: StoredReceipt | undefined, stored: Expense | undefined) {
  if (uploaded?.url === url) return uploaded;
  if (stored?.receiptUrl === url && stored.receipt) return { url, ...stored.receipt };
  return { url };
}
