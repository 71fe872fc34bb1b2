import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Item } from '../../../shared/items/item.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import classes from '../../ui/index-card.module.css';

interface Props {
  item: Item;
  onEdit: () => void;
  onDelete: () => void;
}

/** A catalogue item as an index card. */
export function ItemCard({ item, onEdit, onDelete }: Props) {
  const { name, description, category, unitPrice } = item;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.title}>
          <h2>{name}</h2>
          <p>{category ?? 'No category'}</p>
        </div>
      </div>
      <div className={classes.lines}>
        <div className={classes.tall}>
          <p
            className={cx(classes.clamp, !description && classes.none)}
            title={description ?? undefined}
          >
            {description || 'No description'}
          </p>
        </div>
      </div>
      <div className={classes.foot}>
        <p className={classes.sums}>
          <span>
            Unit price <b>{formatMoney(unitPrice)}</b>
          </span>
        </p>
        <div className={classes.actions}>
          <IconButton size="sm" icon={IconPencil} label={`Edit ${name}`} onClick={onEdit} />
          <IconButton
            size="sm"
            icon={IconTrash}
            label={`Delete ${name}`}
            danger
            onClick={onDelete}
          />
        </div>
      </div>
    </li>
  );
}
