import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { DialogLayer } from '../../ui/dialog-layer.tsx';
import { OfflineNote } from '../../ui/offline.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useBusiness } from '../use-business.ts';
import { toDraftCustomer } from './document-draft.ts';
import type { DocumentCalls, DocumentKind, StoredDocument } from './document-kind.ts';
import { withDefaults } from './editor-business.ts';
import type { EditorSlots } from './editor-context.ts';
import { EditorForm } from './editor-form.tsx';
import { freeNumberQuery } from './free-number.ts';
import { useEditorBusiness } from './use-editor-business.ts';

interface Props<Stored extends StoredDocument> extends EditorSlots {
  kind: DocumentKind;
  calls: DocumentCalls<Stored>;
  /** The document to edit; undefined for a new one. */
  documentId: number | undefined;
  /** The document that a new one says the same as. */
  copyOf?: number | undefined;
  /** Whom a new document is for, where that is settled before it opens. */
  customerId?: number | undefined;
  onClose: () => void;
  onSaved?: (document: Stored) => void;
}

/** The editor fills the screen: the form at the left, the document at the right. */
export function DocumentEditor<Stored extends StoredDocument>({
  documentId,
  ...props
}: Props<Stored>) {
  return (
    <DialogLayer
      opened
      onClose={props.onClose}
      // The form asks before its input is lost: Escape goes to it.
      closeOnEscape={false}
      motion="fade"
      scrim={false}
      // The form has the height that the word above it leaves.
      className="inset-0 grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)] overflow-hidden bg-surface pt-[env(safe-area-inset-top,0px)] pr-[env(safe-area-inset-right,0px)] pb-0 pl-[env(safe-area-inset-left,0px)] max-md:bg-paper"
    >
      <OfflineNote />
      {documentId === undefined ? (
        <NewDocument {...props} />
      ) : (
        <StoredOne key={documentId} documentId={documentId} {...props} />
      )}
    </DialogLayer>
  );
}

function NewDocument<Stored extends StoredDocument>(props: Omit<Props<Stored>, 'documentId'>) {
  const user = useUser();
  const { today } = useBusiness();
  const { business, loading } = useEditorBusiness();
  const { calls, customerId, copyOf } = props;
  const kind = useMemo(() => withDefaults(props.kind, business), [props.kind, business]);
  const source = useQuery({
    ...(copyOf && !calls.copied
      ? calls.stored(copyOf)
      : { queryKey: ['no document'], queryFn: skipToken }),
    enabled: copyOf !== undefined && !calls.copied,
  });
  const other = useQuery({
    ...(copyOf && calls.copied
      ? calls.copied(copyOf)
      : { queryKey: ['nothing copied'], queryFn: skipToken }),
    enabled: copyOf !== undefined && calls.copied !== undefined,
  });
  const number = useQuery({ ...freeNumberQuery(kind.name), enabled: !kind.recurring });
  const client = useQueryClient();
  // It may be taken now: the next form asks for another.
  useEffect(
    () => () => client.removeQueries({ queryKey: freeNumberQuery(kind.name).queryKey }),
    [client, kind.name],
  );
  const customer = useQuery(
    orpc.customers.get.queryOptions({ input: customerId ? { id: customerId } : skipToken }),
  );
  // These answers are quick, and a form whose dates moved after it was seen would be worse.
  const failed = [source, other].find(({ isError }) => isError);
  if (failed) {
    return <Waiting kind={kind} onClose={props.onClose} failure={loadFailure(failed)} />;
  }
  if (
    !user ||
    number.isLoading ||
    loading ||
    customer.isLoading ||
    source.isLoading ||
    other.isLoading
  ) {
    return <Waiting kind={kind} onClose={props.onClose} />;
  }
  return (
    <EditorForm
      {...props}
      kind={kind}
      userId={user.id}
      today={today}
      stored={undefined}
      copied={
        other.data ?? (source.data && { id: source.data.id, draft: calls.toDraft(source.data) })
      }
      customer={customer.data && toDraftCustomer(customer.data)}
      business={business}
      number={number.data ?? ''}
    />
  );
}

function StoredOne<Stored extends StoredDocument>({
  documentId,
  ...props
}: Omit<Props<Stored>, 'documentId'> & { documentId: number }) {
  const user = useUser();
  const { today } = useBusiness();
  const { business, loading } = useEditorBusiness();
  const { kind, calls, onClose } = props;
  const stored = useQuery<Stored>({
    ...calls.stored(documentId),
    // Edits begin from what is stored now, not from what was read an hour ago.
    refetchOnMount: 'always',
  });
  // What was typed on stands until it is saved: news of the document are no reason to begin anew.
  const [opened, setOpened] = useState<Stored>();
  const fresh = stored.isFetching ? undefined : stored.data;
  if (!opened && fresh && !stored.isError) setOpened(fresh);
  if (!opened && stored.isError) {
    return <Waiting kind={kind} onClose={onClose} failure={loadFailure(stored)} />;
  }
  if (!user || !opened || loading) return <Waiting kind={kind} onClose={onClose} />;
  return (
    <EditorForm
      {...props}
      userId={user.id}
      today={today}
      stored={opened}
      latest={stored.data}
      business={business}
      number=""
    />
  );
}

interface WaitingProps {
  kind: DocumentKind;
  onClose: () => void;
  failure?: ReturnType<typeof loadFailure>;
}

function Waiting({ kind, onClose, failure }: WaitingProps) {
  const noun = `${kind.recurring ? 'recurring ' : ''}${DOCUMENT_KINDS[kind.name].noun}`;
  return (
    <div className="grid h-full place-content-center justify-items-center gap-4">
      {failure ? (
        <PageError title={`The ${noun} could not be loaded`} {...failure} />
      ) : (
        <PageSpinner label={`Loading ${noun}`} />
      )}
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
