import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** As specified: 300 px, whatever it holds. */
export const NOTIFICATION_LIST = 'h-75 overflow-y-auto overscroll-contain';

export const NOTIFICATION_ROW =
  'grid w-full min-h-[65px] grid-cols-[14px_minmax(0,1fr)_8px] gap-[11px] border-0 border-b border-hairline bg-transparent px-4 pt-[11px] pb-3 text-left text-14 leading-5 text-ink [--badge-ground:var(--raised)]';

export const LoadingNotifications = () => (
  <div className={NOTIFICATION_LIST} role="status">
    <VisuallyHidden>Loading notifications...</VisuallyHidden>
    {Array.from({ length: 5 }, (_, row) => (
      <div key={row} className={NOTIFICATION_ROW}>
        <Skeleton width={14} height={14} round />
        <div className="grid gap-2 pt-1">
          <Skeleton width="45%" />
          <Skeleton width="80%" />
        </div>
      </div>
    ))}
  </div>
);
