import { cx } from '../cx.ts';
import { RemitMark } from './icons.tsx';

const PLACES = {
  sheet: { line: 'mt-auto pt-9 text-muted', link: 'text-ink', leg: 'fill-accent' },
  slip: { line: 'pt-9 text-muted', link: 'text-ink', leg: 'fill-accent' },
  brand: {
    line: 'pt-8 text-tint phone:mt-auto printed:hidden',
    link: 'text-white',
    leg: 'fill-current',
  },
};

/** Under the document's sheet, under a slip, or on the brand's color. */
export function PoweredBy({ place }: { place: keyof typeof PLACES }) {
  const { line, link, leg } = PLACES[place];
  return (
    <p className={cx('flex items-center gap-[7px] text-[13px] phone:justify-center', line)}>
      Powered by{' '}
      <a className={cx('flex min-h-6 items-center gap-1.5 font-[560] no-underline', link)} href="/">
        <RemitMark leg={leg} />
        Remit
      </a>
    </p>
  );
}
