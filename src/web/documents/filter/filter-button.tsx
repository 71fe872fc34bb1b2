import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconFilter } from '../../ui/icons.ts';
import { makeLater } from '../../ui/later.ts';
import { Popover } from '../../ui/popover.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import type { UsedFilter } from './use-list-filter.ts';

/** Fields of dates, money and customers: a list is drawn without them. */
const useFilterForm = makeLater(() => import('./filter-form.tsx'));

interface Props {
  used: UsedFilter;
  /** The list has no heads to sort by. */
  sorts?: boolean;
}

/** Opens what a list can be narrowed by: beneath the button, or a sheet on the phone. */
export function FilterButton({ used, sorts = false }: Props) {
  const phone = useIsPhone();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const opened = anchor !== undefined;
  const form = useFilterForm(opened);
  const close = () => setAnchor(undefined);
  const { length } = used.parts;
  const isSorted = sorts && used.fields.sorts !== undefined;
  const title = isSorted ? 'Filter and sort' : 'Filter';
  const content = form && (
    <form.FilterForm
      used={used}
      sorts={isSorted}
      onDone={(filter) => {
        used.change(filter);
        close();
      }}
    />
  );
  return (
    <>
      <Button
        icon={IconFilter}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={({ currentTarget }) => setAnchor((was) => (was ? undefined : currentTarget))}
      >
        {length > 0 ? `Filter (${length})` : 'Filter'}
      </Button>
      {phone ? (
        <Dialog opened={opened && form !== undefined} onClose={close} title={title}>
          {content}
        </Dialog>
      ) : (
        <Popover
          anchor={form && anchor}
          onClose={close}
          label={title}
          placement="bottom-start"
          gap={6}
          className="w-90 p-4.5!"
        >
          {content}
        </Popover>
      )}
    </>
  );
}
