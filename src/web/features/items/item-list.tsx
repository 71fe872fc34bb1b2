/** How items stand in their list: rows of a table, and cards on the phone. */
import type { ReactNode } from 'react';
import { formatUnit } from '../../../shared/documents/units.ts';
import type { Item } from '../../../shared/items/item.contract.ts';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { OpenButton } from '../../records/record-list-page.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { CardFigure, CardLine, IndexCard, Missing } from '../../ui/index-card.tsx';

const dash = <Missing>—</Missing>;
const formatPrice = ({ unitPrice, currency }: Item) => formatUnitPrice(money(unitPrice, currency));

export const itemColumns = (open: (item: Item) => void): readonly Column<Item>[] => [
  {
    title: 'Name',
    kind: 'name',
    render: (item) => <OpenButton name={item.name} onClick={() => open(item)} />,
  },
  {
    title: 'Description',
    width: '30%',
    roomy: 'much',
    render: ({ description }) =>
      description ? <bdi title={description}>{description}</bdi> : dash,
  },
  {
    title: 'Category',
    width: '16%',
    render: ({ category }) => (category ? <bdi>{category}</bdi> : dash),
  },
  {
    title: 'Unit price',
    width: 168,
    kind: 'amount',
    render: (item) => (
      <>
        {formatPrice(item)}
        {item.unit && <span className="font-text text-muted"> / {formatUnit(item.unit, '1')}</span>}
      </>
    ),
  },
];

export function ItemCard({ item, buttons }: { item: Item; buttons: ReactNode }) {
  const { name, description, category, unit } = item;
  return (
    <IndexCard
      title={name}
      below={category ?? 'No category'}
      foot={
        <span>
          Unit price <CardFigure>{formatPrice(item)}</CardFigure>
          {unit && ` / ${formatUnit(unit, '1')}`}
        </span>
      }
      actions={buttons}
    >
      <CardLine tall>
        <span className="line-clamp-2" title={description ?? undefined}>
          {description || <Missing>No description</Missing>}
        </span>
      </CardLine>
    </IndexCard>
  );
}
