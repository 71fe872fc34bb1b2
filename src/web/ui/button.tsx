import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import classes from './button.module.css';
import { cx } from './cx.ts';
import type { IconType } from './icon.tsx';
import { Icon } from './icon.tsx';
import type { ServerNeeds } from './offline.tsx';
import { useServerRefusal } from './offline.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-filled';

export interface ButtonProps
  extends ServerNeeds,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> {
  variant?: ButtonVariant;
  /** 36 px, 30 px small, 44 px large; all are 48 px on the phone but small ones, which are 44. */
  size?: 'sm' | 'md' | 'lg';
  icon?: IconType;
  /** A shortcut to show, such as '⌘↵'. */
  shortcut?: string;
  /** Shows a spinner and ignores presses; the button keeps the focus. */
  busy?: boolean;
  disabled?: boolean;
  /** Why it is disabled, as a tooltip. The button can then still be reached and read. */
  disabledReason?: string | undefined;
  wide?: boolean;
  type?: 'button' | 'submit';
  /** A page of the application: renders a link. */
  to?: string;
  /** Any other address: renders a link that leaves the application. */
  href?: string;
  target?: '_blank';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'default',
  size = 'md',
  icon,
  shortcut,
  busy = false,
  disabled = false,
  disabledReason,
  writes = false,
  reads = false,
  wide,
  type = 'button',
  to,
  href,
  target,
  className,
  children,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  const refusal = useServerRefusal({ writes, reads });
  const name = cx(
    classes.button,
    classes[variant.replace('-f', 'F')],
    classes[size],
    wide && classes.wide,
    className,
  );
  const content = (
    <>
      {busy ? (
        <Spinner />
      ) : (
        icon && <Icon as={icon} size={size === 'lg' ? 19 : 16} className={classes.icon} />
      )}
      {typeof children === 'string' ? <span className={classes.label}>{children}</span> : children}
      {shortcut && (
        <kbd className={classes.shortcut} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </>
  );
  if (to !== undefined) {
    return (
      <Link className={name} to={to}>
        {content}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <a className={name} href={href} target={target} rel={target && 'noreferrer'}>
        {content}
      </a>
    );
  }
  const reason = (disabled ? disabledReason : undefined) ?? refusal;
  const explained = reason !== undefined;
  const inert = busy || explained;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={name}
      disabled={disabled && !explained}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      data-tip={reason}
      onClick={press}
    >
      {content}
    </button>
  );
}

export interface IconButtonProps
  extends ServerNeeds,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children' | 'aria-label'> {
  /** What it does, in words: its name and its tooltip. */
  label: string;
  icon: IconType;
  /** 28 px in tables and cards, 36 px in the header; both are 44 px on the phone. */
  size?: 'sm' | 'md';
  danger?: boolean;
  /** False where the words stand next to it anyway. */
  tooltip?: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  size = 'md',
  danger,
  tooltip = true,
  writes = false,
  reads = false,
  className,
  children,
  onClick,
  ref,
  ...rest
}: IconButtonProps) {
  const refusal = useServerRefusal({ writes, reads });
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      aria-label={label}
      aria-disabled={refusal === undefined ? undefined : true}
      data-tip={refusal ?? (tooltip ? label : undefined)}
      onClick={refusal === undefined ? onClick : undefined}
      className={cx(
        classes.iconButton,
        size === 'sm' && classes.iconSm,
        danger && classes.iconDanger,
        className,
      )}
    >
      <Icon as={icon} size={size === 'sm' ? 16 : 20} />
      {children}
    </button>
  );
}
