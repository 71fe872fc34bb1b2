import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface Props {
  svg: string;
  alt: string;
  className?: string | undefined;
}

/**
 * A page of a document. It is shown as a picture and never as markup of this page: what somebody
 * typed into an invoice cannot reach us, and the old page stays until the new one is decoded.
 */
export function SvgPicture({ svg, alt, className }: Props) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const picture = image.current;
    if (!picture) return;
    const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    // Not before it is read, also where the picture is taken away meanwhile: the browser looks for an
    // address until then, and keeps drawing what it has read.
    const release = () => URL.revokeObjectURL(address);
    picture.addEventListener('load', release, { once: true });
    picture.addEventListener('error', release, { once: true });
    picture.src = address;
  }, [svg]);
  return (
    <span className={cx('isolate block w-full rounded-[2px] bg-doc shadow-sheet', className)}>
      {/* In the dark the page's white takes the color of the ground beneath it. */}
      <img
        ref={image}
        className="block w-full rounded-[inherit] mix-blend-multiply"
        alt={alt}
        decoding="async"
        draggable={false}
      />
    </span>
  );
}
