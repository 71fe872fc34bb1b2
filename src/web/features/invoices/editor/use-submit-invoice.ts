import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { api } from '../../../lib/api.ts';
import { ApiError, hasCode, newerRecord, reason } from '../../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../../lib/idempotency-key.ts';
import { notify } from '../../../ui/notify.tsx';
import { copyPublicLink } from '../invoice-files.ts';
import { refreshAfterChange, refreshAfterCreate } from '../refresh-invoices.ts';
import type { EditorStore } from './editor-store.ts';
import type { InvoiceFormInput } from './validate-draft.ts';
import { serverErrors, validateDraft } from './validate-draft.ts';

/** Save Draft, Create & Send, and the edit form's Save. */
export type Submission = 'draft' | 'send' | 'save';

interface Options {
  store: EditorStore;
  edited: { id: number; version: number } | undefined;
  phone: boolean;
  /** Called before anything is told or refreshed: the form's input is safe now. */
  onSaved: (invoice: InvoiceDetail) => void;
  /** Shows the first field that is wrong. */
  onInvalid: () => void;
}

export interface SubmitInvoice {
  submit: (kind: Submission) => Promise<void>;
  /** What is under way. */
  busy: Submission | undefined;
  /** The phone's one sentence about what is wrong. */
  summary: string | undefined;
  freeNumber: string | undefined;
  trialExpired: boolean;
  endTrialNotice: () => void;
  newer: InvoiceDetail | undefined;
  settleConflict: (version?: number) => void;
}

/** Checks and saves the form, and knows what to do with each refusal. */
export function useSubmitInvoice({
  store,
  edited,
  phone,
  onSaved,
  onInvalid,
}: Options): SubmitInvoice {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  const running = useRef(false);
  const version = useRef(edited?.version);
  const [busy, setBusy] = useState<Submission>();
  const [summary, setSummary] = useState<string>();
  const [freeNumber, setFreeNumber] = useState<string>();
  const [trialExpired, setTrialExpired] = useState(false);
  const [newer, setNewer] = useState<InvoiceDetail>();

  const save = async (input: InvoiceFormInput, kind: Submission): Promise<void> => {
    if (edited) {
      const saved = await api.invoices.update({
        ...input,
        id: edited.id,
        version: version.current,
      });
      onSaved(saved);
      refreshAfterChange(client, saved);
      notify.success('Success', 'Invoice updated successfully');
      return;
    }
    const created = { ...input, status: kind === 'draft' ? 'draft' : 'sent' } as const;
    // A retry after a lost answer repeats its key, and makes no second invoice.
    const context = { idempotencyKey: keys.keyFor(created) };
    const saved = await api.invoices.create(created, { context });
    keys.renew();
    onSaved(saved);
    refreshAfterCreate(client, saved);
    // A sent invoice has a page for the customer: its address is the next thing that is needed.
    const share = { label: 'Copy public link', onClick: () => void copyPublicLink(saved) };
    notify.success(
      'Success',
      'Invoice created successfully',
      saved.status === 'draft' ? undefined : share,
    );
  };

  const refused = (error: unknown): void => {
    const newerVersion = newerRecord<InvoiceDetail>(error);
    if (newerVersion) {
      setNewer(newerVersion);
      return;
    }
    if (trialHasEnded(error)) {
      setTrialExpired(true);
      return;
    }
    const { lines } = store.getState().draft;
    const errors = { ...serverErrors(error instanceof ApiError ? error.fields : [], lines) };
    if (hasCode(error, 'NUMBER_TAKEN')) {
      errors.invoiceNumber ??= reason(error, 'This invoice number is taken');
      const suggestion = error.body?.['suggestion'];
      setFreeNumber(typeof suggestion === 'string' ? suggestion : undefined);
    }
    if (Object.keys(errors).length > 0) {
      store.setErrors(errors);
      onInvalid();
    }
    const why = reason(error, '');
    if (edited)
      notify.error('Error', why ? `Failed to update invoice. ${why}` : 'Failed to update invoice');
    else notify.error('Error', why || 'Failed to create invoice');
  };

  const submit = async (kind: Submission): Promise<void> => {
    if (running.current) return;
    const check = validateDraft(store.getState().draft, {
      form: edited ? 'edit' : 'create',
      phone,
    });
    setSummary(check.ok ? undefined : check.summary);
    if (!check.ok) {
      store.setErrors(check.errors);
      onInvalid();
      return;
    }
    running.current = true;
    setBusy(kind);
    notify.clear();
    try {
      await save(check.input, kind);
    } catch (error) {
      refused(error);
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  return {
    submit,
    busy,
    summary,
    freeNumber,
    trialExpired,
    endTrialNotice: () => setTrialExpired(false),
    newer,
    settleConflict: (next) => {
      if (next !== undefined) version.current = next;
      setNewer(undefined);
    },
  };
}

/** By its flag, or by its words where an answer has only those. */
function trialHasEnded(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  return (
    error.body?.['requiresSubscription'] === true ||
    /trial has (ended|expired)/i.test(error.message)
  );
}
