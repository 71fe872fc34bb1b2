import { useState } from 'react';
import { cx } from './cx.ts';
import { initials } from './initials.ts';

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
  const large = size === 'lg';
  // A wide logo gets a wider tile: it would be a smudge in a square.
  const tile = shown && logo;
  return (
    <span
      className={cx(
        'inline-grid flex-none place-items-center leading-none font-semi tracking-[0.02em]',
        large ? 'h-[38px] min-w-[38px] text-[0.8125rem]' : 'h-[30px] min-w-[30px] text-11',
        tile ? 'rounded-sm p-[3px]' : 'rounded-[50%]',
        !tile && (large ? 'w-[38px]' : 'w-[30px]'),
        tile ? 'bg-[#fff]' : ink ? 'bg-ink text-paper' : 'bg-sunken text-ink-2',
        (tile || !ink) && 'shadow-[inset_0_0_0_1px_var(--hairline)]',
      )}
      aria-hidden="true"
    >
      {shown ? (
        <img
          src={picture}
          alt=""
          className={
            tile
              ? cx('w-auto object-contain', large ? 'h-8 max-w-24' : 'h-6 max-w-[78px]')
              : 'size-full rounded-[50%] object-cover'
          }
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
