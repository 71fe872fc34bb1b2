import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
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
    <label
      className={cx(
        'flex min-h-7 cursor-pointer items-baseline gap-2.5 max-md:min-h-11 max-md:py-2.5',
        className,
      )}
    >
      <input
        {...input}
        type="checkbox"
        className="m-0 size-4 flex-none translate-y-0.5 accent-accent"
        aria-invalid={error ? true : undefined}
        aria-describedby={below ? `${id}-hint` : undefined}
        aria-labelledby={`${id}-label`}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {below && (
          <small
            id={`${id}-hint`}
            className={cx('block text-13 leading-[1.4]', error ? 'text-overdue' : 'text-muted')}
          >
            {below}
          </small>
        )}
      </span>
    </label>
  );
}
