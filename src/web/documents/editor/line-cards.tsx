import { useState } from 'react';
import { typedQuantity, typedUnitPrice } from '../../../shared/documents/typed-totals.ts';
import { formatUnit } from '../../../shared/documents/units.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatQuantity } from '../../../shared/money/decimal.ts';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertCircle, IconChevronRight, IconPlus, IconTag } from '../../ui/icons.ts';
import type { DraftLine } from './draft-line.ts';
import { LINE_CELLS } from './draft-line.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { EditorOptions } from './editor-options.tsx';
import { useTotals } from './editor-totals.tsx';
import { Amount, Figure } from './figure.tsx';
import { formatTaxes } from './format-taxes.ts';
import { ItemPicker } from './item-picker.tsx';
import { insertAfter } from './line-grid.ts';
import { LineSheet } from './line-sheet.tsx';

/** The phone's lines: a card each, which opens a sheet. */
export function LineCards({ onAdded }: { onAdded: (field: string) => void }) {
  const editor = useEditor();
  const { store } = editor;
  const lines = useEditorState((state) => state.draft.lines);
  const errors = useEditorState((state) => state.errors);
  const currency = useCurrency();
  const { lineTotal, lineTotals } = useTotals();
  const [opened, setOpened] = useState<string>();
  const [picking, setPicking] = useState(false);
  const addLine = () => {
    const line = store.freshLine();
    store.changeLines((before) => insertAfter(before, null, [line]));
    setOpened(line.key);
  };
  return (
    <section aria-label="Line items" data-field="lines">
      <div className="mt-1.5 flex items-baseline justify-between text-muted tabular-nums">
        <h3 className="text-[1rem] text-ink">Line items</h3>
        <span>
          <Amount value={lineTotal} currency={currency} />
        </span>
      </div>
      <ol>
        {lines.map((line, index) => {
          const wrong = PHONE_CELLS.map((cell) => errors[`${line.key}.${cell}`]).filter(Boolean);
          return (
            <li key={line.key}>
              <button
                type="button"
                className={cx(
                  'mt-2.5 grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 rounded-[10px] border bg-surface py-3 pr-3 pl-3.5 text-left text-muted tabular-nums',
                  wrong.length > 0 ? 'border-overdue' : 'border-line',
                )}
                data-field={firstWrongField(line.key, errors)}
                onClick={() => setOpened(line.key)}
              >
                <b
                  dir="auto"
                  className={cx(
                    'truncate',
                    line.description.trim() ? 'font-[560] text-ink' : 'font-text text-faint',
                  )}
                >
                  {line.description.trim() || `Line ${index + 1}: what is it for?`}
                </b>
                <Icon as={IconChevronRight} size={18} className="justify-self-end" />
                <span>
                  <LineFigures line={line} currency={currency} />
                </span>
                <span className="font-[580] text-ink">
                  <Amount value={lineTotals[index] ?? null} currency={currency} />
                </span>
              </button>
              {wrong.length > 0 && <Fault>{wrong.join('. ')}</Fault>}
            </li>
          );
        })}
      </ol>
      {errors.lines && <Fault>{errors.lines}</Fault>}
      <div className="mt-3 grid gap-2">
        <Button icon={IconPlus} wide onClick={addLine}>
          Add line
        </Button>
        <Button icon={IconTag} wide variant="quiet" onClick={() => setPicking(true)}>
          From Items &amp; Services
        </Button>
        <EditorOptions onAdded={onAdded} />
      </div>
      <LineSheet lineKey={opened} onClose={() => setOpened(undefined)} />
      <ItemPicker opened={picking} onClose={() => setPicking(false)} />
    </section>
  );
}

function Fault({ children }: { children: string }) {
  return (
    <p className="mt-[5px] flex items-center gap-[5px] text-13 text-overdue">
      <Icon as={IconAlertCircle} size={14} />
      {children}
    </p>
  );
}

/** '7.25 hours × €85.50, less 10%, 19%'. */
function LineFigures({ line, currency }: { line: DraftLine; currency: string }) {
  const quantity = typedQuantity(line.quantity);
  const price = (value: Decimal) => formatUnitPrice(money(value, currency));
  const rest = [line.discount && `less ${line.discount}`, formatTaxes(line.taxes)];
  return (
    <>
      <Figure value={quantity} format={formatQuantity} />
      {line.unit && ` ${formatUnit(line.unit, quantity)}`} ×{' '}
      <Figure value={typedUnitPrice(line.unitPrice, currency)} format={price} />
      {rest.filter(Boolean).map((text) => `, ${text}`)}
    </>
  );
}

const PHONE_CELLS = [...LINE_CELLS, 'taxes'] as const;

/** The card stands in for the first of its cells that is wrong. */
function firstWrongField(key: string, errors: Readonly<Record<string, string>>): string {
  const cells = PHONE_CELLS.map((cell) => `${key}.${cell}`);
  return cells.find((cell) => errors[cell]) ?? `${key}.description`;
}
