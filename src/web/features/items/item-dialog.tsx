import { Controller } from 'react-hook-form';
import type { Item } from '../../../shared/items/item.contract.ts';
import { itemInput } from '../../../shared/items/item.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { formFields, textValues, useContractForm } from '../../lib/contract-form.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { PriceField } from '../../ui/decimal-field.tsx';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { RecordDialog, RecordForm } from '../../ui/record-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
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
} as const;

function valuesOf(item: Item | undefined, name = '') {
  return textValues(LABELS, item ?? { name });
}

type FormProps = Omit<ItemDialogProps, 'opened'>;

function ItemForm({ item, initialName, onClose, onSaved }: FormProps) {
  const form = useContractForm(itemInput, valuesOf(item, initialName));
  const field = formFields(form, LABELS);
  const { currency } = useBusiness();
  const save = useSaveItem();
  const { forget, ...shell } = useRecordForm({
    noun: 'item',
    record: item,
    form,
    valuesOf,
    save: save.mutateAsync,
    onSaved: (saved) => {
      release();
      onSaved?.(saved);
      onClose();
    },
    onFailed: (words) => notify.error('Error', words),
  });
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
            value={String(price.value)}
            className={fieldWidth.half}
            label={LABELS.unitPrice}
            currency={item?.currency ?? currency}
            placeholder="0.00"
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
    </RecordForm>
  );
}
