import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './notification-panel.module.css';

export const LoadingNotifications = () => (
  <div className={classes.list} role="status">
    <VisuallyHidden>Loading notifications...</VisuallyHidden>
    {Array.from({ length: 5 }, (_, row) => (
      <div key={row} className={classes.row}>
        <Skeleton width={14} height={14} round />
        <div>
          <Skeleton width="45%" />
          <Skeleton width="80%" />
        </div>
      </div>
    ))}
  </div>
);
