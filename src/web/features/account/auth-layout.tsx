import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { orpc } from '../../lib/api.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './auth-layout.module.css';

interface Props {
  /** The page's heading and the document's title. */
  title: string;
  /** Under the heading. */
  lead: ReactNode;
  /** The right half: paper. */
  paper: ReactNode;
  children: ReactNode;
}

/** Form at the left, paper at the right. On the phone the form alone. */
export function AuthLayout({ title, lead, paper, children }: Props) {
  const { data } = useQuery(orpc.account.installation.queryOptions());
  useEffect(() => {
    document.title = `${title} · Remit`;
  }, [title]);
  return (
    <div className={classes.auth}>
      <main className={classes.left}>
        <a href="/" className={classes.logo} aria-label="Remit, to the front page">
          <Logo height={27} />
        </a>
        <div className={classes.box}>
          <h1>{title}</h1>
          <div className={classes.lead}>{lead}</div>
          {children}
        </div>
        <footer className={classes.foot}>
          {data?.supportEmail && <a href={`mailto:${data.supportEmail}`}>Contact Support</a>}
        </footer>
      </main>
      <div className={classes.right} aria-hidden="true">
        {paper}
      </div>
    </div>
  );
}

/** What went wrong, where no field is to blame. */
export function AuthNotice({ words }: { words: string | undefined }) {
  return (
    words && (
      <p className={classes.notice} role="alert">
        {words}
      </p>
    )
  );
}
