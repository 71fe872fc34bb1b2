import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  /** The specification's words where it has them, such as 'No customers found.'. */
  title: string;
  children?: ReactNode;
  /** The first step, primary first. */
  actions?: ReactNode;
  /** A picture at the right on wide screens. */
  picture?: ReactNode;
}

/** What goes here, and the first step. */
export function EmptyState({ title, children, actions, picture }: Props) {
  return (
    <div className={classes.empty}>
      <div className={classes.words}>
        <h2>{title}</h2>
        {children && <div className={classes.text}>{children}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {picture && <div className={classes.picture}>{picture}</div>}
    </div>
  );
}
