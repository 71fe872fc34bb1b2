import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Item } from '../../../shared/items/item.contract.ts';
import { itemInput } from '../../../shared/items/item.contract.ts';
import { failure, newerRecord } from '../../lib/api-error.ts';
import { useContractForm, useSubmission } from '../../lib/contract-form.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictDialog, changedFields } from '../../ui/conflict-dialog.tsx';
import { MoneyField } from '../../ui/decimal-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
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
export function ItemDialog({ opened, item, initialName, onClose, onSaved }: ItemDialogProps) {
  const edited = useFrozen(item, opened);
  // The form asks before its input is lost; until it stands there is nothing to lose.
  const closeRef = useRef(onClose);
  return (
    <Dialog
      opened={opened}
      onClose={() => closeRef.current()}
      title={edited ? 'Edit Item' : 'Add New Item'}
      size={480}
    >
      <ItemForm
        item={edited}
        initialName={initialName}
        closeRef={closeRef}
        onClose={onClose}
        onSaved={onSaved}
      />
    </Dialog>
  );
}

const LABELS = {
  name: 'Name',
  unitPrice: 'Unit price',
  category: 'Category',
  description: 'Description',
} as const;

function valuesOf(item: Item | undefined, name = '') {
  return {
    name: item?.name ?? name,
    unitPrice: item?.unitPrice ?? '',
    category: item?.category ?? '',
    description: item?.description ?? '',
  };
}

interface FormProps extends Omit<ItemDialogProps, 'opened'> {
  closeRef: RefObject<() => void>;
}

function ItemForm({ item, initialName, closeRef, onClose, onSaved }: FormProps) {
  const [base, setBase] = useState(item);
  const [newer, setNewer] = useState<Item>();
  const form = useContractForm(itemInput, valuesOf(item, initialName));
  const { register, formState } = form;
  // A draft is for the version it was typed on: a newer one is not overwritten by it unseen.
  const draft = useFormDraft(form, item ? `item:${item.id}:${item.version}` : 'item:new');
  const guard = useUnsavedGuard({ dirty: formState.isDirty, onDiscard: draft.forget });
  const save = useSaveItem();

  const { leave } = guard;
  useEffect(() => {
    closeRef.current = () => leave(onClose);
  }, [closeRef, leave, onClose]);

  const { submit, busy } = useSubmission(
    form,
    async (input) => {
      const saved = await save.mutateAsync({ base, input });
      draft.forget();
      guard.release();
      onSaved?.(saved);
      onClose();
    },
    (error, shownUnderFields) => {
      const current = newerRecord<Item>(error);
      if (current) {
        setNewer(current);
        return;
      }
      const what = `Failed to ${base ? 'update' : 'create'} item`;
      notify.error('Error', shownUnderFields ? what : failure(what, error));
    },
  );
  const error = (name: keyof typeof LABELS) => formState.errors[name]?.message;

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormLayout>
        <TextField
          className={fieldWidth.full}
          label={LABELS.name}
          autoComplete="off"
          data-autofocus
          {...register('name')}
          error={error('name')}
        />
        <Controller
          control={form.control}
          name="unitPrice"
          render={({ field }) => (
            <MoneyField
              {...field}
              value={String(field.value)}
              className={fieldWidth.half}
              label={LABELS.unitPrice}
              placeholder="0.00"
              error={error('unitPrice')}
            />
          )}
        />
        <TextField
          className={fieldWidth.half}
          label={LABELS.category}
          optional
          autoComplete="off"
          {...register('category')}
          error={error('category')}
        />
        <TextAreaField
          className={fieldWidth.full}
          label={LABELS.description}
          optional
          hint="Stands on the invoice's line when you pick this item."
          {...register('description')}
          error={error('description')}
        />
      </FormLayout>
      <DialogActions>
        <Button onClick={() => leave(onClose)}>Cancel</Button>
        <Button variant="primary" type="submit" busy={busy}>
          {base ? 'Save changes' : 'Add item'}
        </Button>
      </DialogActions>
      <ConflictDialog
        opened={newer !== undefined}
        what="item"
        changes={base && newer ? changedFields(base, newer, LABELS) : []}
        onKeep={() => {
          // Seen and decided: the next save is based on the newer version.
          if (newer) setBase(newer);
          setNewer(undefined);
        }}
        onLoad={() => {
          if (newer) {
            setBase(newer);
            form.reset(valuesOf(newer));
            draft.forget();
          }
          setNewer(undefined);
        }}
      />
    </form>
  );
}
