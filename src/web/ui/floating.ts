/**
 * What floats at its anchor, and comes down a little as it opens. It scrolls where the window leaves
 * it less room than it takes.
 */
export const FLOATING =
  'z-200 max-h-(--popover-available-height) overflow-y-auto overscroll-contain rounded-lg bg-raised p-1.5 text-ink shadow-pop outline-none transition-[opacity,translate] opacity-0 -translate-y-1 data-enter:opacity-100 data-enter:translate-y-0';

/** An entry of a menu, or of a panel that looks like one. */
export const MENU_ITEM =
  'flex w-full min-h-[34px] items-center gap-2.5 rounded-sm border-0 bg-transparent px-2.5 text-left text-14 font-[480] cursor-pointer outline-offset-[-2px] hover:bg-wash-2 focus-visible:bg-wash-2 aria-disabled:cursor-not-allowed hover:no-underline max-md:min-h-11 max-md:text-15';
