import classes from './avatar.module.css';
import { cx } from './cx.ts';

/** At most two letters for a name: 'Harbor & Pine Coffee' → 'HP'. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.slice(0, 2).map((word) => word.match(/./su)?.[0] ?? '');
  return letters.join('').toLocaleUpperCase('en-US') || '?';
}

interface Props {
  name: string;
  size?: 'md' | 'lg';
  /** Ink ground: the signed-in person. */
  ink?: boolean;
}

/** Initials in a disc; the name stands beside it, so readers skip it. */
export function Avatar({ name, size = 'md', ink = false }: Props) {
  return (
    <span className={cx(classes.avatar, classes[size], ink && classes.ink)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
