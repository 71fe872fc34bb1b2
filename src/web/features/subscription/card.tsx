import type { ReactNode } from 'react';
import classes from './card.module.css';

interface Props {
  title: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Under a line at the foot of the card. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A part of the billing page under its title. */
export function Card({ title, aside, foot, children }: Props) {
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </section>
  );
}
