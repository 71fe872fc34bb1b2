import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { afterRunning } from '../../shared/time-limits/running-time.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { IconX } from './icons.ts';

/** How long a toast stays, in milliseconds. */
export const TOAST_TIME = 5_000;

export interface ToastAction {
  label: string;
  onClick: () => void;
  /** How long it holds, where that is longer than a toast stays: this one stays as long. */
  forMs?: number;
}

interface Toast {
  id: number;
  kind: 'success' | 'error';
  title: string;
  message: Message | undefined;
  actions: ToastAction[];
}

/** What happened, and to what where the words themselves do not say it. */
type Message = string | { words: string; about: string };

const listeners = new Set<() => void>();
let toast: Toast | undefined;
let count = 0;

function put(next: Toast | undefined): void {
  toast = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(
  kind: Toast['kind'],
  title: string,
  message: Message | undefined,
  actions: (ToastAction | undefined)[],
): void {
  count += 1;
  const given = actions.filter((action) => action !== undefined);
  put({ id: count, kind, title, message, actions: given });
}

/** Says what happened, one at a time, for five seconds or as long as its actions hold. A new one takes the place of the last. */
export const notify = {
  success: (title: string, message?: Message, ...actions: (ToastAction | undefined)[]) =>
    show('success', title, message, actions),
  error: (title: string, message?: Message, ...actions: (ToastAction | undefined)[]) =>
    show('error', title, message, actions),
  /** Takes the toast away, such as when its Undo can no longer hold. */
  clear: () => put(undefined),
};

/** Stands once in the application. Time stands still while the toast is pointed at or focused. */
export function Toaster() {
  const current = useSyncExternalStore(subscribe, () => toast);
  const hold = useRef(() => {});
  const time = Math.max(TOAST_TIME, ...(current?.actions ?? []).map(({ forMs = 0 }) => forMs));

  const run = useCallback(() => {
    hold.current();
    // A laptop that is opened again still shows it.
    hold.current = afterRunning(time, () => put(undefined));
  }, [time]);
  useEffect(() => {
    if (current) run();
    return () => hold.current();
  }, [current, run]);

  const body = current && (
    <div
      key={current.id}
      className={cx(
        'pointer-events-auto flex min-h-[52px] animate-[rise_var(--t-slow)_var(--ease)] items-center gap-3 rounded-lg bg-raised py-2.5 pr-2.5 text-ink shadow-pop',
        current.kind === 'error' ? 'border-l-[3px] border-overdue pl-[13px]' : 'pl-4',
      )}
      // A pointer that rests where the toast comes to stand does not point at it.
      onPointerMove={() => hold.current()}
      onPointerLeave={run}
      onFocus={() => hold.current()}
      onBlur={run}
    >
      <div className="min-w-0 flex-1 wrap-anywhere">
        <b className={cx('block', current.kind === 'error' && 'text-overdue')}>{current.title}</b>
        {current.message && <MessageLine message={current.message} />}
      </div>
      {current.actions.map(({ label, onClick }) => (
        <button
          key={label}
          type="button"
          className="min-h-8 cursor-pointer rounded-sm border-0 bg-transparent px-2.5 font-semi text-accent hover:bg-accent-soft max-md:min-h-11"
          onClick={() => {
            put(undefined);
            onClick();
          }}
        >
          {label}
        </button>
      ))}
      <IconButton
        label="Dismiss"
        tooltip={false}
        icon={IconX}
        size="sm"
        onClick={() => put(undefined)}
      />
    </div>
  );
  // Both regions are always there: a reader announces only what changes within one.
  return (
    <div
      className="pointer-events-none fixed right-6 bottom-6 z-400 w-[min(400px,calc(100vw-32px))] max-md:right-4 max-md:bottom-[calc(var(--h-bottom-bar)+12px)] print:hidden"
      data-over-dialogs=""
    >
      <div role="status">{current?.kind === 'success' && body}</div>
      <div role="alert">{current?.kind === 'error' && body}</div>
    </div>
  );
}

function MessageLine({ message }: { message: Message }) {
  if (typeof message === 'string') return <p className="text-ink-2">{message}</p>;
  return (
    <p className="text-ink-2">
      <span>{message.words}</span> · <bdi>{message.about}</bdi>
    </p>
  );
}
