import { useRouteError } from 'react-router';
import { PageError } from '../ui/page-error.tsx';
import classes from './shell.module.css';

/** A page that broke, or whose file could not be fetched (after an update, or offline). */
export function RouteError() {
  const error = useRouteError();
  const notFetched = error instanceof TypeError && /import|fetch|load/i.test(error.message);
  return (
    <div className={classes.content}>
      <PageError
        title={notFetched ? 'This page could not be fetched' : 'Something went wrong on this page'}
        detail={
          notFetched
            ? 'You may be offline, or Remit has been updated. Reloading brings the newest version; forms keep what you typed.'
            : 'The fault is ours. Reload the page; forms keep what you typed.'
        }
        evenOffline
        onRetry={() => globalThis.location.reload()}
      />
    </div>
  );
}
