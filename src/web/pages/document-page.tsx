import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { KindName } from '../../shared/documents/document-content.ts';
import { preloadDocument } from '../documents/detail/document-queries.ts';
import type { EditorSlots } from '../documents/editor/editor-context.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';

interface Parts {
  kind: KindName;
  View: ComponentType<{ id: number; onEdit: () => void }>;
  Editor: ComponentType<EditorSlots & { id: number | undefined; onClose: () => void }>;
}

/** The page of one document, with the editor over it at `?edit=1`. */
export function documentPage({ kind, View, Editor }: Parts) {
  const preload: Preload = (client, { params }) =>
    preloadDocument(client, kind, parseId(params['id']));

  function Component() {
    const [params, setParams] = useSearchParams();
    const id = parseId(useParams()['id']);
    return (
      <>
        <View key={id} id={id} onEdit={() => setParams({ edit: '1' })} />
        {id > 0 && params.get('edit') !== null && (
          <Editor id={id} onClose={() => setParams({}, { replace: true })} {...editorSlots} />
        )}
      </>
    );
  }
  return { Component, preload };
}
