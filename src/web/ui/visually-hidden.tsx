import type { ReactNode } from 'react';
import classes from './spinner.module.css';

/** Words for readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.words}>{children}</span>;
}
