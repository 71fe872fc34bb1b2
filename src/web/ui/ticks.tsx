import { cx } from './cx.ts';

interface Props {
  used: number;
  of: number;
  /** What they say to readers, where no words beside them do. */
  label?: string;
  className?: string | undefined;
}

/** So many of so many, as a row of ticks. */
export function Ticks({ used, of, label, className }: Props) {
  return (
    <span
      className={cx('grid auto-cols-fr grid-flow-col gap-[3px]', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {Array.from({ length: of }, (_, index) => index + 1).map((tick) => (
        <i
          key={tick}
          className={cx(
            'h-1.5 rounded-[1.5px] border',
            tick <= used ? 'border-ink bg-ink' : 'border-field',
          )}
        />
      ))}
    </span>
  );
}
