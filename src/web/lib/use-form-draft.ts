import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearDraft, readDraft, writeDraft } from './form-draft.ts';

const WRITE_AFTER = 250;
const NOTHING: readonly never[] = [];

/**
 * Keeps a form's unsaved values in session storage under `key`, and puts them back, as unsaved
 * changes, when the form is opened again. Without a key nothing is kept.
 * @param without fields that are never kept, such as secrets; a constant list
 * @returns `forget`, to be called when the form was saved or its input discarded
 */
export function useFormDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  key: string | undefined,
  without: readonly (keyof T)[] = NOTHING,
): { forget: () => void } {
  const { watch, reset, getValues } = form;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    if (!key) return;
    const draft = readDraft<T>(key);
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    const write = () => {
      const kept = { ...getValues() };
      for (const name of without) delete kept[name];
      writeDraft(key, kept);
    };
    const subscription = watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        write();
      }, WRITE_AFTER);
    });
    // A reload within the quarter of a second must not cost the last words.
    const flush = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      write();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
      subscription.unsubscribe();
    };
  }, [key, without, watch, reset, getValues]);

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (key) clearDraft(key);
  }, [key]);
  return { forget };
}
