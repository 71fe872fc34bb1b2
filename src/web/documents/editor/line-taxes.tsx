import { useCallback, useState } from 'react';
import type { LineTax } from '../../../shared/documents/line-content.ts';
import { Popover } from '../../ui/popover.tsx';
import { changeLines } from './check-field.ts';
import { withTax } from './editor-business.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { changeLine, indexOfLine } from './line-grid.ts';
import { TaxChoice } from './tax-choice.tsx';
import { useAddedRate } from './use-added-rate.tsx';

/** Of which line the taxes are being chosen, and its cell. */
export function useTaxesOfLine() {
  const [open, setOpen] = useState<{ key: string; cell: HTMLElement }>();
  const choose = useCallback(
    (key: string, cell: HTMLElement) =>
      setOpen((was) => (was?.key === key ? undefined : { key, cell })),
    [],
  );
  const close = useCallback(() => setOpen(undefined), []);
  return { open, choose, close };
}

/** Sets the taxes of one line, or of all. */
export function useSetTaxes() {
  const editor = useEditor();
  return (key: string | undefined, taxes: readonly LineTax[]) =>
    changeLines(editor, (lines) =>
      key === undefined
        ? lines.map((line) => ({ ...line, taxes }))
        : changeLine(lines, key, (line) => ({ ...line, taxes })),
    );
}

/** One choice for all lines, under the cell that asked for it: a popover to each would be slow. */
export function LineTaxes({ choice }: { choice: ReturnType<typeof useTaxesOfLine> }) {
  const { open, close } = choice;
  const lines = useEditorState(({ draft }) => draft.lines);
  const line = lines.find(({ key }) => key === open?.key);
  const setTaxes = useSetTaxes();
  const rate = useAddedRate((added) => line && setTaxes(line.key, withTax(line.taxes, added)));
  const label = `Taxes of line ${indexOfLine(lines, open?.key ?? '') + 1}`;
  return (
    <>
      <Popover
        anchor={line && !rate.adding ? open?.cell : undefined}
        onClose={() => {
          if (!rate.adding) close();
        }}
        label={label}
        placement="bottom-start"
        gap={2}
        className="w-[300px]"
      >
        {line && (
          <TaxChoice
            label={label}
            taxes={line.taxes}
            onChange={(taxes) => setTaxes(line.key, taxes)}
            onAdd={rate.add}
            onApplyToAll={
              lines.length > 1
                ? () => {
                    setTaxes(undefined, line.taxes);
                    close();
                  }
                : undefined
            }
          />
        )}
      </Popover>
      {rate.dialog}
    </>
  );
}
