import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentPicture } from '../../../shared/documents/document.contract.ts';
import { isReachable, onConnectionChange } from '../../lib/connection.ts';
import type { DocumentDraft } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import type { EditorStore } from './editor-store.ts';
import { toPreviewRequest } from './preview-request.ts';
import type { PreviewScheduler } from './preview-scheduler.ts';
import { createPreviewScheduler } from './preview-scheduler.ts';

interface LivePage extends Omit<DocumentPicture, 'pages'> {
  svg: string;
  page: number;
  /** The revision of the draft that the picture shows. */
  revision: number;
}

interface Question {
  draft: DocumentDraft;
  revision: number;
  page: number;
}

/** The document of the form, drawn by the server and following the typing. */
export function useLiveDocument(
  kind: DocumentKind,
  store: EditorStore,
  documentId: number | undefined,
) {
  /** The last good picture; undefined before the first. */
  const [shown, setShown] = useState<LivePage>();
  /** Whether the newest state could not be drawn; the picture is then an older one. */
  const [failed, setFailed] = useState(false);
  const page = useRef(1);
  const scheduler = useRef<PreviewScheduler<Question> | undefined>(undefined);

  const ask = useCallback(() => {
    const { draft, revision } = store.getState();
    scheduler.current?.request({ draft, revision, page: page.current });
  }, [store]);

  useEffect(() => {
    const drawing = createPreviewScheduler<Question, Omit<LivePage, 'revision'>>({
      draw: async (question, signal) => {
        const { initial } = store.getState();
        const seen = kind.recurring?.picture(question.draft, initial) ?? question.draft;
        const id = kind.recurring ? undefined : documentId;
        const input = toPreviewRequest(kind.name, seen, question.page, id);
        const { pageCount, pages, undrawn } = await kind.draw(input, signal);
        return { pageCount, undrawn, page: pages[0]?.page ?? 0, svg: pages[0]?.svg ?? '' };
      },
      onPicture: (picture, question) => {
        setFailed(false);
        if (picture.svg !== '') {
          setShown({ ...picture, revision: question.revision });
        }
        // The page that was looked at is gone: the last one takes its place.
        if (picture.pageCount > 0 && page.current > picture.pageCount) {
          page.current = picture.pageCount;
          ask();
        }
      },
      onError: () => setFailed(true),
    });
    scheduler.current = drawing;
    let drawn: DocumentDraft | undefined;
    const follow = () => {
      const { draft } = store.getState();
      if (draft === drawn) return;
      drawn = draft;
      ask();
    };
    follow();
    const leave = store.subscribe(follow);
    // The look may have been changed in another tab meanwhile.
    window.addEventListener('focus', ask);
    const back = onConnectionChange(() => {
      if (isReachable()) ask();
    });
    return () => {
      back();
      window.removeEventListener('focus', ask);
      leave();
      drawing.dispose();
      scheduler.current = undefined;
    };
  }, [kind, store, documentId, ask]);

  const goTo = useCallback(
    (next: number) => {
      page.current = Math.max(1, next);
      ask();
    },
    [ask],
  );
  return { shown, failed, goTo, retry: ask };
}
