import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import classes from './form-layout.module.css';

/**
 * Fields in rows. Their widths: `fieldWidth.full`, `.half`, `.third`, and `.city`, a third that
 * fills the phone's row.
 */
export function FormLayout({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx(classes.form, className)}>{children}</div>;
}

export const fieldWidth = {
  full: classes.full,
  half: classes.half,
  third: classes.third,
  city: classes.city,
};
