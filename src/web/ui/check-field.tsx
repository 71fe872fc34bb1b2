import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import classes from './check-field.module.css';
import { cx } from './cx.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  /** What it means, beneath. */
  hint?: ReactNode;
  /** What is wrong, in words. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** What is so or not. Takes `{...form.register('name')}`. */
export function CheckField({ label, hint, error, className, ...input }: Props) {
  const id = useId();
  const below = error ?? hint;
  return (
    <label className={cx(classes.field, className)}>
      <input
        {...input}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={below ? `${id}-hint` : undefined}
        aria-labelledby={`${id}-label`}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {below && (
          <small id={`${id}-hint`} className={error ? classes.error : undefined}>
            {below}
          </small>
        )}
      </span>
    </label>
  );
}
