import type { KeyboardEvent } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { clearDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { notify } from '../../ui/notify.tsx';
import { useWriteRefusal } from '../../ui/offline.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { TrialExpiredDialog } from '../trial-expired-dialog.tsx';
import { checkAmounts } from './check-field.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { copyDraft } from './copy-draft.ts';
import type { DocumentDraft, DraftCustomer } from './document-draft.ts';
import type { DocumentCalls, DocumentKind, StoredDocument } from './document-kind.ts';
import { statusNews } from './draft-differences.ts';
import { changedParts, rebased, sameContent } from './draft-parts.ts';
import type { EditorBusiness } from './editor-business.ts';
import { newDraft } from './editor-business.ts';
import type { EditorFrame, EditorSlots } from './editor-context.ts';
import { EditorProvider, useStoreState } from './editor-context.ts';
import { EditorDesktop } from './editor-desktop.tsx';
import { EditorPhone } from './editor-phone.tsx';
import type { EditorStore } from './editor-store.ts';
import { createEditorStore } from './editor-store.ts';
import { findControl } from './focus-field.ts';
import { draftKey, restoredDraft, storedDraft } from './stored-draft.ts';
import { useSubmitDocument } from './use-submit-document.ts';

const WRITE_AFTER_MS = 250;

/**
 * Keeps what is typed in the tab's storage, a moment after each change and before the page goes.
 * @returns `forget`, for what was saved or discarded: nothing is kept from then on
 */
function useDraftStorage(store: EditorStore, key: string): { forget: () => void } {
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

interface Props<Stored extends StoredDocument> extends EditorSlots {
  kind: DocumentKind;
  calls: DocumentCalls<Stored>;
  userId: string;
  today: string;
  stored: Stored | undefined;
  /** As it was read last, which may be newer than what the form was opened with. */
  latest?: Stored | undefined;
  /** What a new one says the same as. */
  copied?: { id: number; draft: DocumentDraft } | undefined;
  /** A free number, for a new one; and whom it is for, where that is settled. */
  number: string;
  customer?: DraftCustomer | undefined;
  business: EditorBusiness;
  onClose: () => void;
  onSaved?: (document: Stored) => void;
}

export function EditorForm<Stored extends StoredDocument>({
  kind,
  calls,
  userId,
  today,
  stored,
  latest,
  copied,
  number,
  customer,
  business,
  onClose,
  onSaved,
  CustomerDialog,
  ItemDialog,
  TaxRateDialog,
}: Props<Stored>) {
  const phone = useIsPhone();
  const root = useRef<HTMLDivElement>(null);
  const form = stored ? 'edit' : 'create';
  const key = draftKey(kind, userId, stored?.id ?? (copied ? `copy-${copied.id}` : 'new'));
  const [opening] = useState(() => {
    const begun = copied
      ? copyDraft(copied.draft, kind, { today, number })
      : newDraft(kind, today, number, customer ?? null, business);
    const schedule = kind.recurring?.begin(today, copied?.draft) ?? null;
    const initial = stored ? calls.toDraft(stored) : { ...begun, schedule };
    const kept = restoredDraft(kind, readDraft(key));
    const store = createEditorStore(initial, kind, kept?.version ?? stored?.version, business);
    // What was not touched then is as it is stored now.
    if (kept) {
      store.replace(stored ? rebased(kept.draft, kept.changed, initial) : kept.draft);
      checkAmounts({ kind, store, form, business });
    }
    return { store, restored: kept !== undefined };
  });
  const { store } = opening;
  const [restored, setRestored] = useState(opening.restored);
  const base = useStoreState(store, (state) => state.version);
  const draft = useDraftStorage(store, key);
  const changed = useStoreState(store, (state) => !sameContent(state.draft, state.initial));
  const guard = useUnsavedGuard({ dirty: changed, onDiscard: draft.forget });

  const saving = useSubmitDocument({
    kind,
    calls,
    store,
    business,
    editedId: stored?.id,
    phone,
    onSaved: (saved) => {
      draft.forget();
      guard.release();
      onClose();
      onSaved?.(saved);
    },
    // The words under the fields are drawn first, and so is the tab that they stand on.
    onInvalid: () => requestAnimationFrame(() => focusFirstError(root.current, store)),
  });
  const { submit } = saving;
  const refusal = useWriteRefusal();
  const close = useCallback(() => guard.leave(onClose), [guard, onClose]);

  const surroundings = useMemo(
    () =>
      ({
        kind,
        store,
        business,
        form,
        today,
        freeNumber: saving.freeNumber,
        CustomerDialog,
        ItemDialog,
        TaxRateDialog,
      }) as const,
    [
      kind,
      store,
      business,
      form,
      today,
      saving.freeNumber,
      CustomerDialog,
      ItemDialog,
      TaxRateDialog,
    ],
  );
  const frame: EditorFrame = {
    form,
    documentId: stored?.id,
    changed,
    restored: restored && changed,
    news:
      latest && latest.version > (base ?? latest.version)
        ? (statusNews(kind, store.getState().initial, calls.toDraft(latest)) ??
          'Saved elsewhere since you opened it.')
        : undefined,
    nextVersion:
      stored?.revision != null && store.getState().initial.status !== 'draft'
        ? stored.revision + 1
        : undefined,
    busy: saving.busy,
    summary: saving.summary,
    submit: (kind) => void submit(kind),
    close,
    discard: () => {
      store.reset(store.getState().initial, stored?.version);
      saving.settleConflict();
      setRestored(false);
    },
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Dialogs on top of the editor hand their keys up through React: they are not ours.
    if (!event.currentTarget.contains(event.target as Node) || event.defaultPrevented) return;
    if (event.key === 'Escape' && !isListOpen(event.target)) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      // As the buttons are disabled then, for this reason.
      if (refusal) notify.error(refusal);
      else void submit(stored ? 'save' : 'send');
    }
  };
  useEffect(() => {
    if (phone) return;
    root.current?.querySelector<HTMLElement>('[data-field] input')?.focus();
  }, [phone]);

  return (
    <EditorProvider value={surroundings}>
      {/*
       * The dialog's own first focus goes to what says `data-autofocus`: here, where on the desktop
       * it does nothing, because the first field has it; a phone would open its keyboard for that.
       */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole form */}
      <div
        ref={root}
        className="h-full focus:outline-none"
        data-autofocus
        tabIndex={phone ? -1 : undefined}
        onKeyDown={onKeyDown}
      >
        {phone ? <EditorPhone frame={frame} /> : <EditorDesktop frame={frame} />}
      </div>
      <TrialExpiredDialog
        opened={saving.trialExpired}
        kept={`This ${DOCUMENT_KINDS[kind.name].noun} is kept as you typed it.`}
        onLater={saving.endTrialNotice}
        // The draft stays in its storage, and is there again after a plan was chosen.
        onChoose={guard.release}
      />
      <ConflictDialog
        newer={saving.newer}
        toDraft={calls.toDraft}
        mineOver={(newer) => {
          const { draft: mine, initial } = store.getState();
          return rebased(mine, changedParts(mine, initial), newer);
        }}
        opened={store.getState().initial}
        onCancel={() => saving.settleConflict()}
        onTakeNewer={(newer) => {
          saving.settleConflict();
          store.reset(calls.toDraft(newer), newer.version);
        }}
        onSaveMine={(newer) => {
          saving.settleConflict();
          store.rebase(calls.toDraft(newer), newer.version);
          void submit('save');
        }}
      />
    </EditorProvider>
  );
}

/** Escape closes an open list of suggestions, not the editor around it. */
function isListOpen(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-list-open]') !== null;
}

/** Puts the focus on the first field that is wrong; nothing happens when it is not on the screen. */
function focusFirstError(root: HTMLElement | null, store: EditorStore): void {
  const fields = Object.keys(store.getState().errors);
  const [control] = fields.flatMap((field) => findControl(field, root ?? undefined) ?? []);
  control?.focus();
  control?.scrollIntoView({ block: 'nearest' });
}
