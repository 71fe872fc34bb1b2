import type { ReactNode } from 'react';
import { useRef } from 'react';
import { cx } from './cx.ts';
import { CARD } from './index-card.tsx';
import { Skeleton } from './skeleton.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const GRID =
  'grid grid-cols-3 gap-4 max-[1080px]:grid-cols-2 max-[640px]:grid-cols-1 max-[640px]:gap-3';

/** A grid of index cards, which its page is about: the arrows go through them. */
export function IndexCards({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, { rows: ':scope > li' });
  return (
    <ul ref={list} className={GRID} aria-label={label}>
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
      <div className={GRID} aria-hidden="true">
        {SKELETONS.map((card) => (
          <div key={card} className={CARD.box} style={{ opacity: 1 - card * 0.13 }}>
            <div className={cx(CARD.head, 'items-center pr-3')}>
              {lines > 1 && <Skeleton width={38} height={38} round />}
              <div className={CARD.title}>
                <Skeleton width="52%" height={14} />
                <br />
                <Skeleton width="38%" />
              </div>
            </div>
            <div className={CARD.lines}>
              {Array.from({ length: lines }, (_, line) => (
                <div
                  key={line}
                  className={cx(CARD.line, line === lines - 1 ? 'min-h-[57px]' : 'min-h-[37px]')}
                >
                  <Skeleton width={`${70 - line * 12}%`} />
                </div>
              ))}
            </div>
            <div className={CARD.foot}>{card === 0 ? words : <Skeleton width="46%" />}</div>
          </div>
        ))}
      </div>
    </>
  );
}
