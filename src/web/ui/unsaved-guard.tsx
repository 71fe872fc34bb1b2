import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Location } from 'react-router';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Guard {
  dirty: boolean;
  onDiscard: (() => void) | undefined;
}

/** A question that waits for its answer: what to do when the input may be lost. */
interface Question {
  /** What is lost, when it is not what stands on this page. */
  words?: string;
  proceed: () => void;
  stay?: () => void;
}

const guards = new Set<Guard>();
const listeners = new Set<() => void>();
let question: Question | undefined;

function ask(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const anyDirty = () => [...guards].some((guard) => guard.dirty);

/** Lets everything pass, for leaving to sign-in: drafts are kept by their forms. */
export function releaseUnsavedGuards(): void {
  for (const guard of guards) guard.dirty = false;
}

interface Options {
  /** Whether the form holds input that is not saved. */
  dirty: boolean;
  /** Called when the person chose to discard, such as forgetting the draft. */
  onDiscard?: () => void;
}

/**
 * Asks before unsaved input is lost: by closing (`leave(close)`), by following a link or going back,
 * and by closing the tab.
 */
export function useUnsavedGuard({ dirty, onDiscard }: Options): {
  /** Runs `proceed` at once, or after the person agreed to lose the input. */
  leave: (proceed: () => void) => void;
  /** The input was saved: lets the next navigation pass before `dirty` has become false. */
  release: () => void;
} {
  const guard = useRef<Guard>({ dirty, onDiscard });
  useEffect(() => {
    guard.current.dirty = dirty;
    guard.current.onDiscard = onDiscard;
  }, [dirty, onDiscard]);

  useEffect(() => {
    const mine = guard.current;
    guards.add(mine);
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (mine.dirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => {
      guards.delete(mine);
      window.removeEventListener('beforeunload', beforeUnload);
    };
  }, []);

  const release = useCallback(() => {
    guard.current.dirty = false;
  }, []);
  const leave = useCallback((proceed: () => void) => {
    const mine = guard.current;
    if (!mine.dirty) {
      proceed();
      return;
    }
    ask({
      proceed: () => {
        mine.dirty = false;
        mine.onDiscard?.();
        proceed();
      },
    });
  }, []);
  return { leave, release };
}

function discardAll(): void {
  for (const guard of guards) {
    if (guard.dirty) guard.onDiscard?.();
    guard.dirty = false;
  }
}

/** Runs what loses every open form's input: at once, or after the person agreed. */
export function askBeforeLosingInput(proceed: () => void): void {
  if (!anyDirty()) {
    proceed();
    return;
  }
  ask({
    proceed: () => {
      discardAll();
      proceed();
    },
  });
}

/** How long other tabs have to answer, in milliseconds; one that sleeps does not. */
const OTHERS_ANSWER_WITHIN = 200;
const tabs =
  typeof document === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? undefined
    : new BroadcastChannel('remit-unsaved');
let anotherIsDirty = () => {};
tabs?.addEventListener('message', ({ data }) => {
  if (data === 'unsaved?' && anyDirty()) tabs.postMessage('unsaved');
  if (data === 'unsaved') anotherIsDirty();
});

/** The same for what loses the input of every tab, such as signing out. */
export async function askBeforeLosingAllInput(proceed: () => void): Promise<void> {
  const elsewhere = await new Promise<boolean>((resolve) => {
    if (!tabs || anyDirty()) {
      resolve(false);
      return;
    }
    anotherIsDirty = () => resolve(true);
    tabs.postMessage('unsaved?');
    setTimeout(() => resolve(false), OTHERS_ANSWER_WITHIN);
  });
  if (elsewhere) ask({ words: 'What you typed in another tab has not been saved.', proceed });
  else askBeforeLosingInput(proceed);
}

/** What is searched for stands in the address too, and changing it leaves nothing. */
function leaves(from: Location, to: Location): boolean {
  const place = ({ pathname, search }: Location) => {
    const query = new URLSearchParams(search);
    query.delete('search');
    return `${pathname}?${query}`;
  };
  return place(from) !== place(to);
}

/** Stands once inside the router: the one dialog that asks for all guards. */
export function UnsavedGuardHost() {
  const current = useSyncExternalStore(subscribe, () => question);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => anyDirty() && leaves(currentLocation, nextLocation),
  );
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    ask({
      proceed: () => {
        discardAll();
        blocker.proceed();
      },
      stay: () => blocker.reset(),
    });
  }, [blocker]);

  useEffect(() => setShown(current !== undefined), [current]);

  const answer = (act: (() => void) | undefined) => {
    ask(undefined);
    act?.();
  };
  return (
    <ConfirmDialog
      opened={shown}
      title="Discard unsaved changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => answer(current?.proceed)}
      onCancel={() => answer(current?.stay)}
    >
      {current?.words ?? 'What you typed has not been saved.'}
    </ConfirmDialog>
  );
}
