import type { ReactNode } from 'react';
import { useId } from 'react';
import { Link } from 'react-router';
import classes from './panel.module.css';

interface Props {
  title: string;
  /** At the right of the head. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A card with a head: a region of the page, named by its title. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** A link in a panel's head, with a target as large as a finger. */
export function PanelLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.link} to={to}>
      {children}
    </Link>
  );
}

/** What a panel says while there is nothing in it. */
export function PanelNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
