import { useCallback, useEffect, useRef } from 'react';
import { clearDraft, writeDraft } from '../../lib/form-draft.ts';
import type { EditorStore } from './editor-store.ts';
import { storedDraft } from './stored-draft.ts';

const WRITE_AFTER_MS = 250;

/**
 * Keeps what is typed in the tab's storage, a moment after each change and before the page goes.
 * @returns `forget`, for what was saved or discarded: nothing is kept from then on
 */
export function useDraftStorage(store: EditorStore, key: string): { forget: () => void } {
  const ended = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      if (ended.current) return;
      const { draft, initial, version } = store.getState();
      if (store.isChanged()) writeDraft(key, storedDraft(draft, initial, version));
      else clearDraft(key);
    };
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    };
    const leave = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(write, WRITE_AFTER_MS);
    });
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      leave();
      window.removeEventListener('pagehide', flush);
    };
  }, [store, key]);

  const forget = useCallback(() => {
    ended.current = true;
    clearDraft(key);
  }, [key]);
  return { forget };
}
