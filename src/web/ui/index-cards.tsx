import type { ReactNode } from 'react';
import { useRef } from 'react';
import classes from './index-card.module.css';
import { Skeleton } from './skeleton.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A grid of index cards, which its page is about: the arrows go through them. */
export function IndexCards({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, { rows: ':scope > li' });
  return (
    <ul ref={list} className={classes.grid} aria-label={label}>
      {children}
    </ul>
  );
}

const SKELETONS = [0, 1, 2, 3, 4, 5];

/** Cards whose content is still on its way. `lines` is how many ruled lines they have. */
export function IndexCardSkeletons({ words, lines = 3 }: { words: string; lines?: number }) {
  return (
    <>
      <p role="status">
        <VisuallyHidden>{words}</VisuallyHidden>
      </p>
      <div className={classes.grid} aria-hidden="true">
        {SKELETONS.map((card) => (
          <div key={card} className={classes.card} style={{ opacity: 1 - card * 0.13 }}>
            <div className={classes.head}>
              {lines > 1 && <Skeleton width={38} height={38} round />}
              <div className={classes.title}>
                <Skeleton width="52%" height={14} />
                <br />
                <Skeleton width="38%" />
              </div>
            </div>
            <div className={classes.lines}>
              {Array.from({ length: lines }, (_, line) => (
                <div key={line} className={line === lines - 1 ? classes.tall : undefined}>
                  <Skeleton width={`${70 - line * 12}%`} />
                </div>
              ))}
            </div>
            <div className={classes.foot}>{card === 0 ? words : <Skeleton width="46%" />}</div>
          </div>
        ))}
      </div>
    </>
  );
}
