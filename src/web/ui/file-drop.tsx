import type { DragEvent, ReactNode, RefObject } from 'react';
import { useState } from 'react';
import { cx } from './cx.ts';
import type { ControlAttributes } from './field.tsx';

/** Looks of what may stand in it: words to press, and how far the file has come. */
export const DROP_LINK =
  'cursor-pointer border-0 bg-transparent px-0 py-1 font-med text-accent hover:text-accent-hover hover:underline';
export const DROP_PROGRESS =
  'h-1 w-full appearance-none rounded-full border-0 bg-wash-2 [&::-webkit-progress-bar]:rounded-full [&::-webkit-progress-bar]:bg-wash-2 [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-accent';

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
    <div
      className={cx(
        'relative rounded border transition-[background] duration-(--t-fast)',
        over ? 'border-accent bg-accent-soft' : 'bg-surface',
        !over && (filled ? 'border-line' : 'border-field'),
        !filled && 'border-dashed',
      )}
      {...drop}
    >
      <input
        {...control}
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        className="sr-only"
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
