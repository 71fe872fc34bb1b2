import type { ReactNode } from 'react';
import classes from './double-rule.module.css';

/** A final figure: the double rule beneath it means 'this is the sum', and is used for nothing else. */
export function DoubleRule({ children }: { children: ReactNode }) {
  return <span className={classes.sum}>{children}</span>;
}
