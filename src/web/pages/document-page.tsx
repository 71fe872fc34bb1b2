import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { KindName } from '../../shared/documents/document-content.ts';
import { preloadDocument } from '../documents/detail/document-queries.ts';
import { listPath } from '../documents/document-places.ts';
import type { EditorSlots } from '../documents/editor/editor-context.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { editorSlots } from './editor-slots.ts';

export interface DocumentViewProps {
  id: number;
  onEdit: () => void;
  onDuplicate: () => void;
}

interface Parts {
  kind: KindName;
  View: ComponentType<DocumentViewProps>;
  Editor: ComponentType<
    EditorSlots & {
      id: number | undefined;
      copyOf?: number | undefined;
      onClose: () => void;
      onSaved?: (saved: { id: number }) => void;
    }
  >;
}

/** The page of one document, with the editor over it at `?edit=1`, and for a copy of it at `?copy=1`. */
export function documentPage({ kind, View, Editor }: Parts) {
  const preload: Preload = (client, { params }) =>
    preloadDocument(client, kind, parseId(params['id']));

  function Component() {
    const { params, change } = useAddressParams();
    const navigate = useNavigate();
    const id = parseId(useParams()['id']);
    const close = () => change({ edit: null, copy: null });
    return (
      <>
        <View
          key={id}
          id={id}
          onEdit={() => change({ edit: '1' }, { push: true })}
          onDuplicate={() => change({ copy: '1' }, { push: true })}
        />
        {id > 0 && params.get('edit') !== null && (
          <Editor id={id} onClose={close} {...editorSlots} />
        )}
        {id > 0 && params.get('copy') !== null && (
          <Editor
            id={undefined}
            copyOf={id}
            onClose={close}
            onSaved={(saved) => void navigate(`${listPath(kind)}/${saved.id}`, { replace: true })}
            {...editorSlots}
          />
        )}
      </>
    );
  }
  return { Component, preload };
}
