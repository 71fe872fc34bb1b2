import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { typedLineTotal } from '../../../shared/invoices/invoice-totals.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { MoneyField, QuantityField } from '../../ui/decimal-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { changeLines, checkField, checkTypedCell } from './check-field.ts';
import type { DraftLine } from './document-draft.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { Figure } from './figure.tsx';
import { indexOfLine, moveLine, removeLine } from './line-grid.ts';
import classes from './line-sheet.module.css';

interface Props {
  lineKey: string | undefined;
  onClose: () => void;
}

/** One line in a sheet of its own. Changes count at once; the sheet only closes. */
export function LineSheet({ lineKey, onClose }: Props) {
  const line = useEditorState(({ draft }) => draft.lines.find((each) => each.key === lineKey));
  const index = useEditorState(({ draft }) => indexOfLine(draft.lines, lineKey ?? ''));
  return (
    <Dialog opened={line !== undefined} onClose={onClose} title={`Line ${index + 1}`}>
      {line && <LineFields line={line} index={index} onClose={onClose} />}
    </Dialog>
  );
}

function LineFields({
  line,
  index,
  onClose,
}: {
  line: DraftLine;
  index: number;
  onClose: () => void;
}) {
  const editor = useEditor();
  const { kind, store } = editor;
  const { key } = line;
  const count = useEditorState((state) => state.draft.lines.length);
  const errors = useEditorState((state) => state.errors);
  const type = (cell: 'quantity' | 'unitPrice', value: string) => {
    store.setCell(key, cell, value);
    checkTypedCell(editor, key, cell);
  };
  const move = (by: number) => changeLines(editor, (before) => moveLine(before, key, index + by));
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <Steady>
        <TextAreaField
          label="Description"
          rows={2}
          value={line.description}
          error={errors[`${key}.description`]}
          onChange={(event) => store.setCell(key, 'description', event.target.value)}
          data-autofocus
        />
      </Steady>
      <Steady className={classes.pair}>
        <QuantityField
          label="Quantity"
          value={line.quantity}
          error={errors[`${key}.quantity`]}
          onChange={(value) => type('quantity', value)}
          onBlur={() => checkField(editor, `${key}.quantity`)}
        />
        <MoneyField
          label="Unit price"
          value={line.unitPrice}
          error={errors[`${key}.unitPrice`]}
          onChange={(value) => type('unitPrice', value)}
          onBlur={() => checkField(editor, `${key}.unitPrice`)}
        />
      </Steady>
      <p className={classes.amount}>
        Amount{' '}
        <b>
          <Figure value={typedLineTotal(line)} />
        </b>
      </p>
      <div className={classes.tools}>
        <IconButton
          label="Move up"
          tooltip={false}
          icon={IconArrowUp}
          disabled={index <= 0}
          onClick={() => move(-1)}
        />
        <IconButton
          label="Move down"
          tooltip={false}
          icon={IconArrowDown}
          disabled={index >= count - 1}
          onClick={() => move(1)}
        />
        <Button
          variant="danger"
          icon={IconTrash}
          disabled={count === 1}
          disabledReason={kind.atLeastOneLine}
          onClick={() => {
            onClose();
            changeLines(editor, (before) => removeLine(before, key));
          }}
        >
          Remove line
        </Button>
      </div>
      <DialogActions>
        <Button type="submit" variant="primary">
          Done
        </Button>
      </DialogActions>
    </form>
  );
}

/** Never gets lower: an error that goes while one types must not move the sheet under the finger. */
function Steady({ className, children }: { className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) place.current.style.minHeight = `${place.current.offsetHeight}px`;
  });
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
