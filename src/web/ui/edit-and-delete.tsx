import { IconButton } from './button.tsx';
import { IconPencil, IconTrash } from './icons.ts';

interface Props {
  /** Of the record, for the buttons' names. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The two buttons of a record in a card or a table. */
export function EditAndDelete({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <IconButton size="sm" icon={IconPencil} label={`Edit ${name}`} writes onClick={onEdit} />
      <IconButton
        size="sm"
        icon={IconTrash}
        label={`Delete ${name}`}
        danger
        writes
        onClick={onDelete}
      />
    </>
  );
}
