import { cx } from '../cx.ts';

const EVERY =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded border px-4.5 py-0 leading-none tracking-[-0.005em] whitespace-nowrap no-underline focus-visible:rounded aria-busy:cursor-progress motion-safe:[transition:background_120ms]';
const USUAL = 'min-h-11 text-[15px] font-[560]';

const KINDS = {
  outlined: `${USUAL} border-line-2 bg-surface text-ink hover:bg-sunken`,
  /** The one in the business's color. */
  brand:
    'min-h-13.5 w-full border-transparent bg-solid text-[17px] font-[600] text-white hover:bg-deep phone:min-h-14',
  /** Beside the brand's button: as wide, quieter. */
  second:
    'min-h-12 w-full border-line-2 bg-surface text-[16px] font-[560] text-ink hover:bg-sunken',
  /** On a panel of the brand's color. */
  onBrand: `${USUAL} border-transparent bg-white text-[#15171c] hover:bg-[#f1efea] disabled:cursor-default disabled:bg-white/16 disabled:text-white/70`,
  ghost: `${USUAL} border-white/40 bg-transparent text-white hover:bg-white/8`,
  /** In the phone's bar. */
  bar: 'min-h-12 border-transparent bg-white px-8 text-[16px] font-[600] text-deep hover:bg-[#f1efea] aria-busy:px-4 aria-busy:text-[15px]',
};

export type ButtonKind = keyof typeof KINDS;

/** Of a button, or of a link that looks like one. */
export const buttonClass = (kind: ButtonKind, className?: string) =>
  cx(EVERY, KINDS[kind], className);
