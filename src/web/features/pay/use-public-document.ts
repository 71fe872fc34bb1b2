import { useCallback, useEffect, useRef, useState } from 'react';
import type { PublicAnswer, PublicKinds } from './load-public-document.ts';
import { loadPublicDocument } from './load-public-document.ts';

export interface PublicDocumentState<T> {
  /** Undefined while it is awaited. */
  answer: PublicAnswer<T> | undefined;
  /** When the answer came, in milliseconds since the epoch. */
  readAt: number;
  /** Asks again and shows the waiting. */
  retry: () => void;
  /** Asks again while what is known stays on the screen; what fails changes nothing. */
  refresh: () => Promise<T | undefined>;
}

/** @param first the first request, already under way when the page is drawn */
export function usePublicDocument<Kind extends keyof PublicKinds>(
  kind: Kind,
  publicId: string,
  first: Promise<PublicAnswer<PublicKinds[Kind]>>,
): PublicDocumentState<PublicKinds[Kind]> {
  type Answer = PublicAnswer<PublicKinds[Kind]>;
  const [answer, setAnswer] = useState<Answer>();
  const [readAt, setReadAt] = useState(0);
  // The request whose answer counts: a slower one from before must not undo a newer one.
  const latest = useRef<Promise<Answer>>(undefined);

  const take = useCallback(async (request: Promise<Answer>, silent: boolean) => {
    latest.current = request;
    const next = await request;
    if (latest.current === request && !(silent && next.state === 'failed')) {
      setAnswer(next);
      setReadAt(Date.now());
    }
    return next.state === 'found' ? next.data : undefined;
  }, []);

  useEffect(() => {
    void take(first, false);
    return () => {
      latest.current = undefined;
    };
  }, [first, take]);

  const retry = useCallback(() => {
    setAnswer(undefined);
    void take(loadPublicDocument(kind, publicId), false);
  }, [kind, publicId, take]);
  const refresh = useCallback(
    () => take(loadPublicDocument(kind, publicId), true),
    [kind, publicId, take],
  );
  return { answer, readAt, retry, refresh };
}
