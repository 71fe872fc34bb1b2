import type { ReactNode } from 'react';
import { useOverlays } from './use-overlays.ts';

export interface PopoverProps {
  /** The element that it hangs at, which opened it; undefined while it is closed. */
  anchor: HTMLElement | undefined;
  onClose: () => void;
  /** Its name for readers. */
  label: string;
  placement?: 'bottom-start' | 'bottom-end';
  /** Between it and its anchor, in px. */
  gap?: number;
  /** Such as its width. */
  className?: string;
  children: ReactNode;
}

/** A small panel at what opened it. It takes the focus; Escape and a press beside it close it. */
export function Popover(props: PopoverProps) {
  const layers = useOverlays(props.anchor !== undefined);
  return layers && <layers.PopoverLayer {...props} />;
}
