import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import classes from './load-more.module.css';

interface Props {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** Set when the last page could not be read: the button then tries again. */
  failed?: boolean;
}

/** The end of a list that goes on: asks for more before it comes into view, and by its button. */
export function LoadMore({ hasMore, loading, onMore, failed = false }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  }, [onMore]);

  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore || loading || failed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading, failed]);

  if (!hasMore) return null;
  return (
    <div ref={end} className={classes.end}>
      <Button variant="quiet" size="sm" busy={loading} onClick={onMore}>
        {failed ? 'Could not load more. Try again' : 'Load more'}
      </Button>
    </div>
  );
}
