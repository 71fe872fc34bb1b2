import { formatUnit } from '../../../shared/documents/units.ts';
import type { Item } from '../../../shared/items/item.contract.ts';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { EditAndDelete } from '../../ui/edit-and-delete.tsx';
import classes from '../../ui/index-card.module.css';

interface Props {
  item: Item;
  onEdit: () => void;
  onDelete: () => void;
}

/** A catalogue item as an index card. */
export function ItemCard({ item, onEdit, onDelete }: Props) {
  const { name, description, category, unitPrice, currency, unit } = item;
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
            Unit price <b>{formatUnitPrice(money(unitPrice, currency))}</b>
            {unit && ` / ${formatUnit(unit, '1')}`}
          </span>
        </p>
        <div className={classes.actions}>
          <EditAndDelete name={name} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </li>
  );
}
