import { useState } from 'react';
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
  /** Address of a picture that takes the place of the initials, if it can be shown. */
  picture?: string | null | undefined;
  /** The picture is a logo: whole, on a white tile. */
  logo?: boolean;
}

/** A picture or initials in a disc; the name stands beside it, so readers skip it. */
export function Avatar({ name, size = 'md', ink = false, picture, logo = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const shown = picture && picture !== broken;
  const ground = shown && logo ? classes.tile : ink && classes.ink;
  return (
    <span className={cx(classes.avatar, classes[size], ground)} aria-hidden="true">
      {shown ? (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
