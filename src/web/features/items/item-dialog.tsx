import { Controller } from 'react-hook-form';
import { readUnit } from '../../../shared/documents/units.ts';
import type { Item } from '../../../shared/items/item.contract.ts';
import { itemInput } from '../../../shared/items/item.contract.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { noMoney } from '../../../shared/money/money.ts';
import { formFields, textValues, useContractForm } from '../../lib/contract-form.ts';
import { useCurrencies } from '../../lib/use-currencies.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { CurrencyControl } from '../../ui/currency-select.tsx';
import { PriceField } from '../../ui/decimal-field.tsx';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { RecordDialog, RecordForm } from '../../ui/record-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { UnitList } from '../../ui/unit-list.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useSaveItem } from './use-items.ts';

export interface ItemDialogProps {
  opened: boolean;
  /** The record to edit; without it a new one is made. */
  item?: Item | undefined;
  /** The name of a new one, as far as it was typed elsewhere. */
  initialName?: string;
  onClose: () => void;
  onSaved?: (item: Item) => void;
}

/** 'Add New Item', or 'Edit Item' when one is given. */
export function ItemDialog({ opened, item, ...props }: ItemDialogProps) {
  const { onClose } = props;
  return (
    <RecordDialog opened={opened} record={item} noun="Item" size={480} onClose={onClose}>
      {(edited) => <ItemForm item={edited} {...props} />}
    </RecordDialog>
  );
}

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

type FormProps = Omit<ItemDialogProps, 'opened'>;

function ItemForm({ item, initialName, onClose, onSaved }: FormProps) {
  const { currencies, own } = useCurrencies();
  const form = useContractForm(itemInput, toValues(item, initialName, own));
  const field = formFields(form, LABELS);
  const save = useSaveItem();
  const { forget, ...shell } = useRecordForm({
    noun: 'item',
    record: item,
    form,
    toValues,
    save: save.mutateAsync,
    onSaved: (saved) => {
      release();
      onSaved?.(saved);
      onClose();
    },
    onFailed: (words) => notify.error('Error', words),
  });
  const currency = form.watch('currency') ?? DEFAULT_CURRENCY;
  const { leave, release } = useUnsavedGuard({ dirty: form.formState.isDirty, onDiscard: forget });

  return (
    <RecordForm noun="item" labels={LABELS} {...shell} leave={leave} onClose={onClose}>
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
        hint="Fills the invoice's line when you pick this item."
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
