import { Controller } from 'react-hook-form';
import { readUnit } from '../../../shared/documents/units.ts';
import type { Item } from '../../../shared/items/item.contract.ts';
import { itemInput } from '../../../shared/items/item.contract.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { noMoney } from '../../../shared/money/money.ts';
import { textValues, useContractForm } from '../../lib/contract-form.ts';
import { useCurrencies } from '../../lib/use-currencies.ts';
import { recordDialog, RecordForm } from '../../records/record-dialog.tsx';
import { useSaveRecord } from '../../records/record-kind.ts';
import type { RecordFormProps } from '../../records/use-record-editor.ts';
import { useRecordEditor } from '../../records/use-record-editor.ts';
import { CurrencyControl } from '../../ui/currency-select.tsx';
import { PriceField } from '../../ui/decimal-field.tsx';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { UnitList } from '../../ui/unit-list.tsx';
import { ITEMS } from './items.ts';

const LABELS = {
  name: 'Name',
  unitPrice: 'Unit price',
  category: 'Category',
  description: 'Description',
  unit: 'Unit',
  itemCode: 'Item code',
  currency: 'Currency',
} as const;

/** @param currency of a new one */
const toValues = (item: Item | undefined, name = '', currency = DEFAULT_CURRENCY) =>
  textValues(LABELS, item ?? { name, currency });

export const ItemDialog = recordDialog('Item', 480, ItemForm);

function ItemForm({ initialName, ...edited }: RecordFormProps<Item>) {
  const { currencies, own } = useCurrencies();
  const form = useContractForm(itemInput, toValues(edited.record, initialName, own));
  const save = useSaveRecord(ITEMS);
  const { field, shell } = useRecordEditor({
    noun: 'item',
    labels: LABELS,
    form,
    toValues,
    save: save.mutateAsync,
    ...edited,
  });
  const currency = form.watch('currency') ?? DEFAULT_CURRENCY;
  return (
    <RecordForm {...shell}>
      <TextField {...field('name', fieldWidth.full)} autoComplete="off" data-autofocus />
      <Controller
        control={form.control}
        name="unitPrice"
        render={({ field: price, fieldState }) => (
          <PriceField
            {...price}
            currency={currency}
            value={String(price.value)}
            className={fieldWidth.half}
            label={LABELS.unitPrice}
            placeholder={noMoney(currency).amount}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextField {...field('category', fieldWidth.half)} optional autoComplete="off" />
      <TextAreaField
        {...field('description', fieldWidth.full)}
        optional
        hint="Fills in the invoice line when you pick this item."
      />
      <TextField
        {...field('unit', fieldWidth.half, { setValueAs: readUnit })}
        optional
        list="item-units"
        placeholder="hour, day, piece"
        autoComplete="off"
      />
      <UnitList id="item-units" />
      <TextField {...field('itemCode', fieldWidth.half)} optional autoComplete="off" />
      {(currencies.length > 1 || currency !== own) && (
        <CurrencyControl
          control={form.control}
          name="currency"
          className={fieldWidth.half}
          label={LABELS.currency}
        />
      )}
    </RecordForm>
  );
}
