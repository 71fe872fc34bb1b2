import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface Props {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    /** The last page could not be read: the button then tries again. */
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Where that is not whether the list has a next page. */
  hasMore?: boolean;
}

/** The end of a list that goes on: asks for more before it comes into view, and by its button. */
export function LoadMore({ list, hasMore = list.hasNextPage }: Props) {
  const { isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(fetchNextPage);
  useEffect(() => {
    more.current = fetchNextPage;
  }, [fetchNextPage]);

  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore || loading || failed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void more.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading, failed]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="grid min-h-14 place-items-center p-3 text-muted">
      <Button variant="quiet" size="sm" busy={loading} onClick={() => void fetchNextPage()}>
        {failed ? 'Could not load more. Try again' : 'Load more'}
      </Button>
    </div>
  );
}
