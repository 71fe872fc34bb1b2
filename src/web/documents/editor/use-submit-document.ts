import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { ApiError, hasCode, newerRecord, errorMessage } from '../../lib/api-error.ts';
import type { KeyFor } from '../../lib/use-submission.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { notify } from '../../ui/notify.tsx';
import { trialHasEnded } from '../trial-ended.ts';
import type { DocumentCalls, DocumentForm, DocumentKind, StoredDocument } from './document-kind.ts';
import type { EditorBusiness } from './editor-business.ts';
import type { EditorStore } from './editor-store.ts';
import { serverErrors, validateDraft } from './validate-draft.ts';

/** Save Draft, the button beside it, and the edit form's Save. */
export type Submission = 'draft' | 'send' | 'save';

interface Options<Stored extends StoredDocument> {
  kind: DocumentKind;
  calls: DocumentCalls<Stored>;
  store: EditorStore;
  business: EditorBusiness;
  /** The document that is edited; none for a new one. */
  editedId: number | undefined;
  phone: boolean;
  /** Called before anything is told or refreshed: the form's input is safe now. */
  onSaved: (document: Stored) => void;
  /** Shows the first field that is wrong. */
  onInvalid: () => void;
}

/** Checks and saves the form, and knows what to do with each refusal. */
export function useSubmitDocument<Stored extends StoredDocument>({
  kind,
  calls,
  store,
  business,
  editedId,
  phone,
  onSaved,
  onInvalid,
}: Options<Stored>) {
  const client = useQueryClient();
  const [pressed, setPressed] = useState<Submission>();
  const [summary, setSummary] = useState<string>();
  const [freeNumber, setFreeNumber] = useState<string>();
  const [trialExpired, setTrialExpired] = useState(false);
  const [newer, setNewer] = useState<Stored>();

  const form = editedId === undefined ? 'create' : 'edit';

  const save = async (
    input: DocumentForm,
    submission: Submission,
    keyFor: KeyFor,
  ): Promise<void> => {
    if (editedId !== undefined) {
      const version = store.getState().version ?? 0;
      const saved = await calls.update(input, { id: editedId, version });
      onSaved(saved);
      calls.updated(client, saved);
      return;
    }
    const created = { ...input, status: submission === 'draft' ? 'draft' : 'sent' };
    // A retry after a lost answer repeats its key, and makes no second document.
    const saved = await calls.create(created, keyFor(created));
    onSaved(saved);
    calls.created(client, saved);
  };

  const refused = (error: unknown): void => {
    const newerVersion = newerRecord<Stored>(error);
    if (newerVersion) {
      setNewer(newerVersion);
      return;
    }
    if (trialHasEnded(error)) {
      setTrialExpired(true);
      return;
    }
    const { draft } = store.getState();
    const errors = {
      ...serverErrors(error instanceof ApiError ? error.fields : [], draft, kind.name),
    };
    if (hasCode(error, 'NUMBER_TAKEN')) {
      errors.number ??= errorMessage(
        error,
        `This ${DOCUMENT_KINDS[kind.name].noun} number is taken`,
      );
      const suggestion = error.body?.['suggestion'];
      setFreeNumber(typeof suggestion === 'string' ? suggestion : undefined);
    }
    if (Object.keys(errors).length > 0) {
      store.setErrors(errors);
      onInvalid();
    }
    calls.failed(error, form);
  };

  const { submit, busy } = useSubmission(async (keyFor, submission: Submission) => {
    const { draft, initial } = store.getState();
    const stored = editedId === undefined ? undefined : initial;
    const check = validateDraft(draft, { kind, form, phone, base: { stored, business } });
    setSummary(check.ok ? undefined : check.summary);
    if (!check.ok) {
      store.setErrors(check.errors);
      onInvalid();
      return 'open';
    }
    setPressed(submission);
    notify.clear();
    try {
      await save(check.input, submission, keyFor);
      return 'done';
    } catch (error) {
      refused(error);
      return 'open';
    }
  });

  return {
    submit,
    /** What is under way. */
    busy: busy ? pressed : undefined,
    /** The phone's one sentence about what is wrong. */
    summary,
    freeNumber,
    trialExpired,
    endTrialNotice: () => setTrialExpired(false),
    newer,
    settleConflict: () => setNewer(undefined),
  };
}
