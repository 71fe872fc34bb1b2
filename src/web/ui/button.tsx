import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconType } from './icons.ts';
import type { ServerNeeds } from './offline.tsx';
import { useServerRefusal } from './offline.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-filled';

export interface ButtonProps
  extends ServerNeeds, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> {
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

const BUTTON =
  'inline-flex max-w-full flex-none cursor-pointer items-center justify-center gap-[7px] border font-med leading-none whitespace-nowrap no-underline transition-[background-color,border-color] duration-(--t-fast) [-webkit-tap-highlight-color:transparent] hover:no-underline disabled:cursor-not-allowed disabled:opacity-45 aria-busy:cursor-progress not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-45 max-md:rounded-[10px]';
const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover active:border-action-hover active:bg-action-hover',
  default:
    'border-line bg-surface text-ink hover:bg-[color-mix(in_srgb,var(--ink)_4%,var(--surface))] active:bg-[color-mix(in_srgb,var(--ink)_7%,var(--surface))]',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-wash active:bg-wash-2',
  danger: 'border-transparent bg-transparent text-overdue hover:bg-overdue-soft',
  'danger-filled':
    'border-overdue bg-overdue text-on-overdue hover:bg-[color-mix(in_srgb,var(--overdue)_88%,var(--ink))]',
};
const SIZES = {
  sm: 'h-[30px] rounded-sm px-2.5 text-13 max-md:h-11 max-md:text-15',
  md: 'h-9 rounded px-3.5 text-14 max-md:h-12 max-md:text-[1rem]',
  lg: 'h-11 rounded px-3.5 text-15 max-md:h-12 max-md:text-[1rem]',
};
/** Their icons are muted; in the others they have the words' color. */
const QUIET_ICON = new Set<ButtonVariant>(['default', 'quiet']);

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
  const name = cx(BUTTON, VARIANTS[variant], SIZES[size], wide && 'w-full', className);
  const content = (
    <>
      {busy ? (
        <Spinner />
      ) : (
        icon && (
          <Icon
            as={icon}
            size={size === 'lg' ? 19 : 16}
            className={cx('ml-[-3px]', QUIET_ICON.has(variant) && 'text-muted')}
          />
        )
      )}
      {typeof children === 'string' ? (
        // A long document number ends in dots; the padding is for what stands below the line.
        <span className="-my-1 min-w-0 truncate py-1">{children}</span>
      ) : (
        children
      )}
      {shortcut && (
        <kbd
          className="-mr-[5px] border-current bg-transparent text-inherit opacity-65 max-md:hidden"
          aria-hidden="true"
        >
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
  extends
    ServerNeeds,
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
        'relative inline-grid flex-none cursor-pointer place-items-center border-0 bg-transparent p-0 transition-[background-color] duration-(--t-fast) [-webkit-tap-highlight-color:transparent] active:bg-wash-2 disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-expanded:bg-wash-2 max-md:size-11 max-md:rounded-[10px]',
        size === 'sm' ? 'size-7 rounded-sm text-muted' : 'size-9 rounded text-ink-2',
        danger ? 'hover:bg-overdue-soft hover:text-overdue' : 'hover:bg-wash',
        className,
      )}
    >
      <Icon as={icon} size={size === 'sm' ? 16 : 20} />
      {children}
    </button>
  );
}
