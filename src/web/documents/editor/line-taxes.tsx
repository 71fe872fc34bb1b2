import { Popover } from '@mantine/core';
import type { RefObject } from 'react';
import { useCallback, useState } from 'react';
import type { LineTax } from '../../../shared/documents/line-content.ts';
import { changeLines } from './check-field.ts';
import { withTax } from './editor-business.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { changeLine, indexOfLine } from './line-grid.ts';
import { TaxChoice } from './tax-choice.tsx';
import { useAddedRate } from './use-added-rate.tsx';

interface Place {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Of which line the taxes are being chosen, and where its cell is. */
export function useTaxesOfLine(grid: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<{ key: string; place: Place }>();
  const choose = useCallback(
    (key: string, cell: HTMLElement) => {
      const [frame, box] = [grid.current?.getBoundingClientRect(), cell.getBoundingClientRect()];
      if (!frame) return;
      const { width, height } = box;
      const place = { top: box.top - frame.top, left: box.left - frame.left, width, height };
      setOpen((was) => (was?.key === key ? undefined : { key, place }));
    },
    [grid],
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
        opened={line !== undefined && !rate.adding}
        onChange={(opened) => {
          if (!opened && !rate.adding) close();
        }}
        position="bottom-start"
        offset={2}
        width={300}
        trapFocus
        returnFocus
        withRoles={false}
        transitionProps={{ transition: 'fade-down', duration: 120 }}
      >
        <Popover.Target>
          <span className="pointer-events-none absolute" style={open?.place} aria-hidden="true" />
        </Popover.Target>
        <Popover.Dropdown>
          {line && (
            <div role="dialog" aria-label={label}>
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
            </div>
          )}
        </Popover.Dropdown>
      </Popover>
      {rate.dialog}
    </>
  );
}
