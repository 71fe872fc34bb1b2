import { Popover as PopoverPart, Tooltip, usePopoverStore, useTooltipStore } from '@ariakit/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { FLOATING } from './floating.ts';
import type { PopoverProps } from './popover.tsx';
import { useFrozen } from './use-frozen.ts';

export { SheetLayer, TitledDialogLayer } from './dialog-layer.tsx';
export { MenuLayer } from './menu-layer.tsx';

export function PopoverLayer({
  anchor,
  onClose,
  label,
  placement = 'bottom-end',
  gap = 4,
  className,
  children,
}: PopoverProps) {
  const opened = anchor !== undefined;
  const store = usePopoverStore({
    open: opened,
    setOpen: (open) => !open && onClose(),
    placement,
  });
  useLayoutEffect(() => {
    if (!anchor) return;
    store.setAnchorElement(anchor);
    store.setDisclosureElement(anchor);
  }, [store, anchor]);
  return (
    <PopoverPart
      store={store}
      portal
      preserveTabOrder={false}
      unmountOnHide
      gutter={gap}
      aria-label={label}
      className={cx(FLOATING, className)}
    >
      {useFrozen(children, opened)}
    </PopoverPart>
  );
}

interface Tip {
  anchor: HTMLElement;
  words: string;
}

/** Whom the pointer rests on for this long has its tooltip, in milliseconds. */
const RESTS = 400;

const findAnchor = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/**
 * Of all that a tooltip stands beside, nothing lies outside of it: a dialog marked as that would
 * leave Escape to the tooltip.
 */
const listAll = () => document.body.children;

/** What cannot be pressed says why at once, to a finger as well. */
const isRefused = (anchor: HTMLElement) => anchor.ariaDisabled === 'true';

/**
 * The one tooltip of the application: the words in `data-tip` of what is pointed at or reached by
 * key, above it or at its `data-tip-side`.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  const shown = useRef<Tip>(undefined);
  const store = useTooltipStore({
    open: tip !== undefined,
    setOpen: (open) => !open && setTip(undefined),
    placement: tip?.anchor.dataset['tipSide'] === 'right' ? 'right' : 'top',
    hideTimeout: 60,
  });
  const id = 'tooltip';

  useLayoutEffect(() => {
    shown.current = tip;
    if (!tip) return;
    const { anchor, words } = tip;
    store.setAnchorElement(anchor);
    // What is its name already is not said again.
    if (anchor.ariaLabel === words) return;
    const before = anchor.getAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', before ? `${before} ${id}` : id);
    return () => {
      if (before === null) anchor.removeAttribute('aria-describedby');
      else anchor.setAttribute('aria-describedby', before);
    };
  }, [store, tip]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = (anchor: HTMLElement, after: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const words = anchor.dataset['tip'];
        if (words && anchor.isConnected) setTip({ anchor, words });
      }, after);
    };
    const hide = () => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const onPoint = ({ target, pointerType }: PointerEvent) => {
      const anchor = findAnchor(target);
      if (anchor && anchor === shown.current?.anchor) return;
      clearTimeout(timer);
      if (!anchor || (pointerType === 'touch' && !isRefused(anchor))) return;
      // Whoever reads one and goes on to the next waits no more.
      show(anchor, isRefused(anchor) || shown.current ? 0 : RESTS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const anchor = findAnchor(target);
      if (anchor?.matches(':focus-visible')) show(anchor, 0);
    };
    const onPress = ({ target }: Event) => {
      const anchor = findAnchor(target);
      if (!anchor || !isRefused(anchor)) hide();
    };
    // What was pointed at or reached by key before this part had come.
    const reached = document.querySelector<HTMLElement>('[data-tip]:focus-visible');
    const already = document.querySelector<HTMLElement>('[data-tip]:hover');
    if (reached) show(reached, 0);
    else if (already) show(already, RESTS);
    document.addEventListener('pointerover', onPoint);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', hide);
    };
  }, []);

  return (
    <Tooltip
      store={store}
      id={id}
      unmountOnHide
      hideOnEscape={false}
      getPersistentElements={listAll}
      gutter={5}
      className="z-200 w-max max-w-[280px] rounded-sm bg-ink px-2.5 py-1.5 text-12 leading-[1.4] text-paper transition-opacity opacity-0 data-enter:opacity-100"
    >
      {useFrozen(tip?.words, tip !== undefined)}
    </Tooltip>
  );
}
