import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { IconAlertCircle, IconAlertTriangle } from './icons.ts';

/** What every field of a form may say about itself. */
export interface FieldSetting {
  label: string;
  /** The label is for readers only: the place says it to the eye. */
  labelHidden?: boolean;
  /** Shows 'optional' beside the label. */
  optional?: boolean;
  /** Words alone give way to an error. */
  hint?: ReactNode;
  /** What is wrong, in words. */
  error?: string | undefined;
  /** Something at the right of the label, such as a link. */
  aside?: ReactNode;
  className?: string | undefined;
  /** What may be a slip and keeps nobody from saving; '' where it may still come. */
  warning?: string | undefined;
}

/** A field's props apart: what it says about itself, and what its control is given. */
export function splitSetting<P extends FieldSetting>({
  label,
  labelHidden,
  optional,
  hint,
  error,
  aside,
  className,
  warning,
  ...control
}: P) {
  return {
    setting: { label, labelHidden, optional, hint, error, aside, className, warning },
    control,
  };
}

/** Attributes that tie a control to its label, hint and error. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props extends FieldSetting {
  children: (control: ControlAttributes) => ReactNode;
}

const NOTE = 'mt-[5px] text-12 leading-[1.45] max-md:text-13';

/** Label above, hint and error below. The control goes between. */
export function Field({
  label,
  labelHidden,
  optional,
  hint,
  error,
  aside,
  className,
  warning,
  children,
}: Props) {
  const id = useId();
  // The error says what the words below would say again; what can be pressed there stays.
  const shownHint = error && typeof hint === 'string' ? undefined : hint;
  const hintId = shownHint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const warningId = warning ? `${id}-warning` : undefined;
  return (
    <div className={cx('min-w-0', className)}>
      <div
        className={labelHidden ? 'sr-only' : 'mb-[5px] flex items-baseline justify-between gap-3'}
      >
        <label className="text-13 font-med max-md:text-14" htmlFor={id}>
          {label}
          {optional && <span className="font-text text-muted"> optional</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': [errorId, warningId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className={cx(NOTE, 'flex gap-[5px] text-overdue')}>
          <Icon as={IconAlertCircle} size={14} className="mt-px" />
          {error}
        </p>
      )}
      {warning !== undefined && (
        // There before its words are: a reader announces only what changes within it.
        <div role="status">
          {warning && (
            <p id={warningId} className={cx(NOTE, 'flex gap-[5px] text-caution')}>
              <Icon as={IconAlertTriangle} size={14} className="mt-px" />
              {warning}
            </p>
          )}
        </div>
      )}
      {shownHint && (
        <p id={hintId} className={cx(NOTE, 'text-muted')}>
          {shownHint}
        </p>
      )}
    </div>
  );
}
