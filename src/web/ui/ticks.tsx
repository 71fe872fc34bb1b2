import { cx } from './cx.ts';
import classes from './ticks.module.css';

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
      className={cx(classes.ticks, className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {Array.from({ length: of }, (_, index) => index + 1).map((tick) => (
        <i key={tick} className={tick <= used ? classes.used : undefined} />
      ))}
    </span>
  );
}
