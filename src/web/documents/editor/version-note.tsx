import { IconVersions } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { orpc } from '../../lib/api.ts';
import { Icon } from '../../ui/icon.tsx';
import { useBusiness } from '../use-business.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import {
  changedBusinessParts,
  describeVersionChanges,
  isCustomerChanged,
} from './version-changes.ts';
import classes from './version-note.module.css';

interface Props {
  id: number | undefined;
  next: number | undefined;
}

/** What saving does to a document that is out. */
export function VersionNote({ id, next }: Props) {
  return id === undefined || next === undefined ? null : <Note id={id} next={next} />;
}

function Note({ id, next }: { id: number; next: number }) {
  const { kind } = useEditor();
  const changes = useVersionChanges(id, next - 1);
  return (
    <p className={classes.note}>
      <Icon as={IconVersions} size={15} />
      <span>
        {changes
          ? `Saving issues version ${next}, ${changes}.`
          : `Saving changes issues version ${next} of this ${DOCUMENT_KINDS[kind.name].noun}.`}
      </span>
    </p>
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
