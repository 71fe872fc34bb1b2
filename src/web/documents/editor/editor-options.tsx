import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { EDITOR_COLUMNS } from '../../../shared/documents/editor-columns.ts';
import { Button } from '../../ui/button.tsx';
import { IconAdjustmentsHorizontal, IconPlus } from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { newAdjustment } from './document-draft.ts';
import { planPresets } from './draft-installments.ts';
import { usedColumns } from './draft-line.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import type { ExtraName } from './editor-extras.ts';
import { EXTRAS, hasColumn, hasExtra } from './editor-extras.ts';
import { findControl } from './focus-field.ts';
import { useRememberColumn } from './use-editor-business.ts';

const COLUMN_LABELS: Record<EditorColumn, string> = {
  unit: 'Unit',
  discount: 'Discount',
  tax: 'Tax',
  itemCode: 'Item code',
  servicePeriod: 'Service period',
  choice: 'Customer’s choice',
};

const FIRST_FIELDS: Record<ExtraName, string> = {
  deposit: 'deposit',
  onAcceptance: 'onAcceptance',
  currency: 'currency',
  exchangeRate: 'exchangeRate',
  supplyDate: 'supplyDate',
  servicePeriod: 'periodFrom',
  deliveryAddress: 'deliveryAddress',
  buyerReference: 'buyerReference',
};

/** The one quiet way to all that a plain document does without. */
export function EditorOptions({ onAdded }: { onAdded?: (field: string) => void }) {
  const { kind, store, business } = useEditor();
  const columns = useEditorState((state) => state.columns);
  const extras = useEditorState((state) => state.extras);
  const lines = useEditorState(({ draft }) => draft.lines);
  const pricesIncludeTax = useEditorState(({ draft }) => draft.pricesIncludeTax);
  const hasPlan = useEditorState(({ draft }) => draft.installments.length > 0);
  const remember = useRememberColumn();
  // The field is there once it is drawn.
  const focus = (field: string) => {
    onAdded?.(field);
    requestAnimationFrame(() => requestAnimationFrame(() => findControl(field)?.focus()));
  };
  const add = (list: 'discounts' | 'charges') => {
    const added = newAdjustment();
    store.changeAdjustments(list, (all) => [...all, added]);
    focus(`${added.key}.value`);
  };
  const [plan] = kind.name === 'credit_note' ? [] : planPresets(kind.name);
  const addPlan = () => {
    const installments = plan?.installments() ?? [];
    store.changeInstallments(() => installments);
    focus(`${installments[0]?.key}.share`);
  };
  const used = usedColumns(lines);
  const offered = EDITOR_COLUMNS.filter((column) => hasColumn(kind, column));
  const choices: MenuAction[] = offered.map((column) => ({
    label: COLUMN_LABELS[column],
    checked: columns.includes(column),
    disabledReason:
      used.includes(column) && !business.columns.includes(column)
        ? `This ${DOCUMENT_KINDS[kind.name].noun} uses it`
        : undefined,
    onClick: () => {
      const shown = !columns.includes(column);
      // Of what is in use, only the next document is without it.
      remember(column, used.includes(column) ? false : shown);
      store.showColumn(column, shown);
    },
  }));
  const additions = EXTRAS.flatMap(({ name, add: label }): MenuAction[] =>
    label === undefined || extras.includes(name) || !hasExtra(kind, name)
      ? []
      : [
          {
            label,
            icon: IconPlus,
            onClick: () => {
              store.showExtra(name);
              focus(FIRST_FIELDS[name]);
            },
          },
        ],
  );
  return (
    <Menu
      label="Columns and options"
      sheetOnPhone
      target={
        <Button variant="quiet" size="sm" icon={IconAdjustmentsHorizontal} data-adds-adjustment>
          Columns and options
        </Button>
      }
      groups={[
        { heading: 'On each line', actions: choices },
        {
          heading: 'On the whole document',
          actions: [
            { label: 'Add discount', icon: IconPlus, onClick: () => add('discounts') },
            { label: 'Add charge', icon: IconPlus, onClick: () => add('charges') },
            ...(plan && !hasPlan
              ? [{ label: 'Add installments', icon: IconPlus, onClick: addPlan }]
              : []),
          ],
        },
        [
          {
            label: 'Prices include tax',
            checked: pricesIncludeTax,
            onClick: () => store.setField('pricesIncludeTax', !pricesIncludeTax),
          },
        ],
        additions,
      ]}
    />
  );
}
