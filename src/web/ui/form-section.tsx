import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './form-section.module.css';

interface Props {
  title: string;
  text: ReactNode;
  /** Below the text. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page of settings: what it is about at the left, its fields at the right. */
export function FormSection({ title, text, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {aside}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
