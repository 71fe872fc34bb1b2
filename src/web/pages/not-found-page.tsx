import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Slip } from '../features/account/paper.tsx';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { closestPath } from './closest-path.ts';
import classes from './not-found-page.module.css';

export function NotFoundPage() {
  const { pathname } = useLocation();
  const closest = closestPath(pathname);
  useEffect(() => {
    document.title = '404 Page Not Found · Remit';
  }, []);
  return (
    <main className={classes.page}>
      <a href="/" className={classes.logo} aria-label="Remit, to the front page">
        <Logo height={27} />
      </a>
      <div className={classes.middle}>
        <div>
          <h1>404 Page Not Found</h1>
          <p>Did you forget to add the page to the router?</p>
          <Button className={classes.button} variant="primary" to="/">
            Go to Dashboard
          </Button>
        </div>
        <Slip
          title="Statement of what we found"
          rows={[
            { label: 'Asked for', value: pathname },
            ...(closest
              ? [{ label: 'Closest page', value: <Link to={closest}>{closest}</Link> }]
              : []),
          ]}
          total={{ label: 'Pages found', value: '0' }}
        />
      </div>
    </main>
  );
}
