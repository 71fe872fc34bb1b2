import type { DragEvent, ReactNode, RefObject } from 'react';
import { useState } from 'react';
import { cx } from './cx.ts';
import type { ControlAttributes } from './field.tsx';
import classes from './file-drop.module.css';

interface Props {
  control: ControlAttributes;
  /** Types and endings, as a file input takes them. */
  accept: string;
  /** A file lies in it: it looks like a field. */
  filled?: boolean;
  onFile: (file: File) => void;
  /** A press on it opens the system's own dialog. */
  input: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** A place to drop a file, or to choose one for. */
export function FileDrop({ control, accept, filled = false, onFile, input, children }: Props) {
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return (
    <div className={cx(classes.place, filled && classes.filled, over && classes.over)} {...drop}>
      <input
        {...control}
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        className={classes.input}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      {children}
    </div>
  );
}
