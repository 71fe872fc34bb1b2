import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Location } from 'react-router';
import { useBlocker } from 'react-router';
import { topLayer } from './back-closes.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useFrozen } from './use-frozen.ts';

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

/** A tab holds this lock while it has unsaved input, so that the others know. */
const LOCK = 'remit-unsaved';
/** Only where the page came by HTTPS or from this machine. */
const locks = () => (typeof navigator === 'undefined' ? undefined : navigator.locks);
let letGo: (() => void) | undefined;

function setDirty(guard: Guard, dirty: boolean): void {
  guard.dirty = dirty;
  notifyOtherTabs();
}

function notifyOtherTabs(): void {
  if (anyDirty() === (letGo !== undefined)) return;
  if (letGo) {
    letGo();
    letGo = undefined;
    return;
  }
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  void locks()
    ?.request(LOCK, { mode: 'shared' }, () => held)
    // The page goes, or its storage is closed to us: then nobody is told.
    .catch(() => {});
}

async function isDirtyElsewhere(): Promise<boolean> {
  try {
    const { held = [] } = (await locks()?.query()) ?? {};
    return held.some(({ name }) => name === LOCK);
  } catch {
    return false;
  }
}

/** Lets everything pass, for leaving to sign-in: drafts are kept by their forms. */
export function releaseUnsavedGuards(): void {
  for (const guard of guards) setDirty(guard, false);
}

export interface GuardOptions {
  /** Whether the form holds input that is not saved. */
  dirty: boolean;
  /** Called when the person chose to discard, such as forgetting the draft. */
  onDiscard?: () => void;
}

/**
 * Asks before unsaved input is lost: by closing (`leave(close)`), by following a link or going back,
 * and by closing the tab.
 */
export function useUnsavedGuard({ dirty, onDiscard }: GuardOptions): {
  /** Runs `proceed` at once, or after the person agreed to lose the input. */
  leave: (proceed: () => void) => void;
  /** The input was saved: lets the next navigation pass before `dirty` has become false. */
  release: () => void;
} {
  const guard = useRef<Guard>({ dirty, onDiscard });
  useEffect(() => {
    setDirty(guard.current, dirty);
    guard.current.onDiscard = onDiscard;
  }, [dirty, onDiscard]);

  useEffect(() => {
    const mine = guard.current;
    guards.add(mine);
    notifyOtherTabs();
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (mine.dirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => {
      guards.delete(mine);
      notifyOtherTabs();
      window.removeEventListener('beforeunload', beforeUnload);
    };
  }, []);

  const release = useCallback(() => setDirty(guard.current, false), []);
  const leave = useCallback((proceed: () => void) => {
    const mine = guard.current;
    if (!mine.dirty) {
      proceed();
      return;
    }
    ask({
      proceed: () => {
        setDirty(mine, false);
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
    setDirty(guard, false);
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

/** The same for what loses the input of every tab, such as signing out. */
export async function askBeforeLosingAllInput(proceed: () => void): Promise<void> {
  if (!anyDirty() && (await isDirtyElsewhere())) {
    ask({ words: 'What you typed in another tab has not been saved.', proceed });
  } else askBeforeLosingInput(proceed);
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

/**
 * Stands once inside the router, which takes one blocker: the dialog that asks for all guards, and
 * Back for what lies over the page.
 */
export function UnsavedGuardHost() {
  const current = useSyncExternalStore(subscribe, () => question);
  const closing = useRef<ReturnType<typeof topLayer>>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    closing.current = historyAction === 'POP' ? topLayer() : undefined;
    return closing.current !== undefined || (anyDirty() && leaves(currentLocation, nextLocation));
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const layer = closing.current;
    if (layer) {
      closing.current = undefined;
      blocker.reset();
      layer.close();
      return;
    }
    ask({
      proceed: () => {
        discardAll();
        blocker.proceed();
      },
      stay: () => blocker.reset(),
    });
  }, [blocker]);

  const opened = current !== undefined;
  const words = useFrozen(current?.words ?? 'What you typed has not been saved.', opened);
  const answer = (act: (() => void) | undefined) => {
    ask(undefined);
    act?.();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard unsaved changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => answer(current?.proceed)}
      onCancel={() => answer(current?.stay)}
    >
      {words}
    </ConfirmDialog>
  );
}
