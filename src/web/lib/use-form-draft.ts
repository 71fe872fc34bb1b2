import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { newerRecord } from './api-error.ts';
import { clearDraft, readDraft } from './form-draft.ts';
import type { DraftedRecord, EditedForm } from './record-draft.ts';
import { agreesWith, openForm, recordDraftKey, writeRecordDraft } from './record-draft.ts';

const WRITE_AFTER = 250;
const NOTHING: readonly never[] = [];

interface Options<Saved extends DraftedRecord, T extends FieldValues, C, O> extends EditedForm<
  Saved,
  T
> {
  form: UseFormReturn<T, C, O>;
  /** Fields that are never kept, such as secrets; a constant list. */
  without?: readonly (keyof T)[];
}

/**
 * Keeps a record form's unsaved values in session storage, with the version they were typed on, and
 * puts them back, as unsaved changes, when the form is opened again. When the form goes on from
 * another version, so does what is kept.
 */
export function useFormDraft<Saved extends DraftedRecord, T extends FieldValues, C, O>({
  form,
  without = NOTHING,
  ...edited
}: Options<Saved, T, C, O>) {
  const { watch, reset, getValues } = form;
  const { isDirty } = form.formState;
  const { noun, record, toValues } = edited;
  const key = recordDraftKey(noun, record);
  const [opened] = useState(() => openForm(edited));
  const [base, setBase] = useState(opened.base);
  const [newer, setNewer] = useState(opened.newer);
  const [holdsDraft, setHoldsDraft] = useState(opened.values !== undefined);
  const typedOn = useRef(base);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const write = useCallback(() => {
    const kept = { ...getValues() };
    for (const name of without) delete kept[name];
    writeRecordDraft(key, typedOn.current, kept);
  }, [key, without, getValues]);

  // Once: what a form is given afterwards is the form's own.
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    if (opened.values) reset({ ...getValues(), ...opened.values }, { keepDefaultValues: true });
  }, [opened, reset, getValues]);

  useEffect(() => {
    typedOn.current = base;
    if (readDraft(key) !== undefined) write();
  }, [base, key, write]);

  useEffect(() => {
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
  }, [watch, write]);

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    clearDraft(key);
  }, [key]);

  /** The input gives way to this version. */
  const startFrom = (from: Saved) => {
    setBase(from);
    reset(toValues(from));
    forget();
    setHoldsDraft(false);
  };
  return {
    /** The version the input is based on. */
    base,
    /** The version that was saved elsewhere meanwhile, until `keep` or `load` decided about it. */
    newer,
    setBase,
    setNewer,
    /** Whether the form was opened with what had been typed earlier, and still holds it. */
    restored: holdsDraft && isDirty,
    /** To be called when the form was saved or its input discarded. */
    forget,
    /** The input gives way to the record as it is stored, or to the new form as it was opened. */
    discard: () => {
      if (base) {
        startFrom(base);
        return;
      }
      reset();
      forget();
      setHoldsDraft(false);
    },
    startFrom,
    /**
     * Saves on the base; once more on the newer version, when that differs in nothing that this
     * save would write.
     */
    saveOnBase: async (save: (base: Saved | null) => Promise<Saved>): Promise<Saved> => {
      try {
        return await save(base);
      } catch (error) {
        const current = newerRecord<Saved>(error);
        if (!base || !current || !agreesWith(edited, base, current)) throw error;
        return await save(current);
      }
    },
    /** Seen and decided: the next save is based on the newer version. */
    keep: () => {
      if (newer) setBase(newer);
      setNewer(undefined);
    },
    /** The input gives way to the newer version. */
    load: () => {
      if (newer) startFrom(newer);
      setNewer(undefined);
    },
  };
}
