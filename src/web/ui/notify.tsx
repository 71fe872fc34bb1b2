import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { afterRunning } from '../../shared/time-limits/running-time.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import classes from './notify.module.css';

/** How long a toast stays, in milliseconds. */
export const TOAST_TIME = 5_000;

interface ToastAction {
  label: string;
  onClick: () => void;
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

/** Says what happened, one at a time, for five seconds. A new one takes the place of the last. */
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

  const run = useCallback(() => {
    hold.current();
    // A laptop that is opened again still shows it.
    hold.current = afterRunning(TOAST_TIME, () => put(undefined));
  }, []);
  useEffect(() => {
    if (current) run();
    return () => hold.current();
  }, [current, run]);

  const body = current && (
    <div
      key={current.id}
      className={cx(classes.toast, current.kind === 'error' && classes.error)}
      onPointerEnter={() => hold.current()}
      onPointerLeave={run}
      onFocus={() => hold.current()}
      onBlur={run}
    >
      <div className={classes.words}>
        <b>{current.title}</b>
        {current.message && <MessageLine message={current.message} />}
      </div>
      {current.actions.map(({ label, onClick }) => (
        <button
          key={label}
          type="button"
          className={classes.action}
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
    <div className={classes.place} data-over-dialogs="">
      <div role="status">{current?.kind === 'success' && body}</div>
      <div role="alert">{current?.kind === 'error' && body}</div>
    </div>
  );
}

function MessageLine({ message }: { message: Message }) {
  if (typeof message === 'string') return <p>{message}</p>;
  return (
    <p>
      <span>{message.words}</span> · <bdi>{message.about}</bdi>
    </p>
  );
}
