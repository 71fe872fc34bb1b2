import { useEffect, useState } from 'react';
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
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const next = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setAddress(next);
    // The browser keeps drawing what it has read: the address may go as soon as another stands.
    return () => URL.revokeObjectURL(next);
  }, [svg]);
  return (
    <span className={cx('isolate block w-full rounded-[2px] bg-doc shadow-sheet', className)}>
      {/* In the dark the page's white takes the color of the ground beneath it. */}
      <img
        className="block w-full rounded-[inherit] mix-blend-multiply"
        src={address}
        alt={alt}
        decoding="async"
        draggable={false}
      />
    </span>
  );
}
