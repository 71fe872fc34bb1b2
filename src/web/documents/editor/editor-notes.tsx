/** What the editor says of itself: what it stands on, and what pressing a button does. */

import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { orpc } from '../../lib/api.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import { IconCircleDashed, IconFileInvoice, IconInfoCircle, IconVersions } from '../../ui/icons.ts';
import { RestoredLine, StateLine } from '../../ui/state-line.tsx';
import { useSendingNote } from '../email/use-sending-note.ts';
import { useBusiness } from '../use-business.ts';
import type { EditorFrame } from './editor-context.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import {
  changedBusinessParts,
  describeVersionChanges,
  isCustomerChanged,
} from './version-changes.ts';

/** What stands between this form and its storage. */
export function SavingState({ frame }: { frame: EditorFrame }) {
  if (frame.restored) return <RestoredLine onDiscard={frame.discard} />;
  if (frame.news !== undefined) return <StateLine icon={IconInfoCircle}>{frame.news}</StateLine>;
  const words =
    frame.busy !== undefined
      ? 'Saving…'
      : frame.form === 'create'
        ? 'Not saved yet'
        : frame.changed
          ? 'Unsaved changes'
          : 'No changes';
  return <StateLine icon={IconCircleDashed}>{words}</StateLine>;
}

/**
 * What the button beside Save Draft sends, and to whom, before it is pressed. The address is the one
 * that the server will write to: not the one from when the customer was chosen.
 * @param id names it for the button that it describes
 */
export function SendNote({ id }: { id: string }) {
  const { kind } = useEditor();
  const chosen = useEditorState(({ draft }) => draft.customer);
  const customer = useQuery({
    ...orpc.customers.get.queryOptions({ input: { id: chosen?.id ?? 0 } }),
    enabled: chosen !== null,
    refetchOnMount: 'always',
  });
  const installation = useQuery(orpc.account.installation.queryOptions());
  const { mail, mailUndoSeconds } = installation.data ?? {};
  const to = customer.data?.id === chosen?.id ? customer.data : chosen;
  // A message that would wait, or not go at all, says so in place of when it goes.
  const noun = DOCUMENT_KINDS[kind.name].noun;
  const { words: held } = useSendingNote((kind.sendsOnCreate && to?.email) || '', noun);
  const words = mail && to ? (held ?? kind.sendNote(to, mail, mailUndoSeconds)) : '';
  const [before, ...after] = to?.email ? words.split(to.email) : [words];
  return (
    <p id={id} className="text-13 leading-4.5 wrap-anywhere text-ink-2 empty:hidden" role="status">
      {before}
      {after.length > 0 && <b className="text-ink">{to?.email}</b>}
      {after.join(to?.email ?? '')}
    </p>
  );
}

function Note({ icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <p className="flex gap-1.5 text-13 leading-4.5 text-muted">
      <Icon as={icon} size={15} className="mt-px" />
      <span>{children}</span>
    </p>
  );
}

/** In place of the lines of a deposit invoice. */
export function FollowsNote() {
  return (
    <Note icon={IconFileInvoice}>
      The lines and figures of a deposit invoice follow its estimate. To ask for another amount,
      delete this draft, or credit the invoice, and ask for another deposit.
    </Note>
  );
}

interface VersionProps {
  id: number | undefined;
  next: number | undefined;
}

/** What saving does to a document that is out. */
export function VersionNote({ id, next }: VersionProps) {
  return id === undefined || next === undefined ? null : <NextVersion id={id} next={next} />;
}

function NextVersion({ id, next }: { id: number; next: number }) {
  const { kind } = useEditor();
  const changes = useVersionChanges(id, next - 1);
  const isSetBack = useEditorState(({ draft }) => draft.status === 'draft');
  if (isSetBack) {
    return (
      <Note icon={IconVersions}>
        {`Saving sets this ${DOCUMENT_KINDS[kind.name].noun} back to draft. An email with it that still waits is not sent.`}
      </Note>
    );
  }
  return (
    <Note icon={IconVersions}>
      {changes
        ? `Saving issues version ${next}, ${changes}.`
        : `Saving changes issues version ${next} of this ${DOCUMENT_KINDS[kind.name].noun}.`}
    </Note>
  );
}

/** What the version to come shows otherwise without being typed here; '' until that is known. */
function useVersionChanges(id: number, latest: number): string {
  const { kind } = useEditor();
  const { profile } = useBusiness();
  const customer = useEditorState(({ draft }) => draft.customer?.id);
  const { data: issued } = useQuery(
    orpc[DOCUMENT_KINDS[kind.name].calls].revision.queryOptions({
      input: { id, number: latest },
      staleTime: Infinity,
    }),
  );
  const isSame = issued !== undefined && issued.body.content.customerId === customer;
  // Another customer is chosen here, and needs no word.
  const { data: record } = useQuery(
    orpc.customers.get.queryOptions({ input: isSame ? { id: customer } : skipToken }),
  );
  if (!issued || !profile) return '';
  return describeVersionChanges(
    changedBusinessParts(issued.body, profile),
    record !== undefined && isSame && isCustomerChanged(issued.body, record),
  );
}
