import type { CSSProperties } from 'react';

interface Props {
  /** Any CSS length; 100% when left out. */
  width?: CSSProperties['width'];
  height?: number;
  round?: boolean;
}

/** Holds a place while its content loads. */
export function Skeleton({ width = '100%', height = 12, round = false }: Props) {
  return (
    <span
      className="inline-block max-w-full rounded-[4px] bg-wash-2 align-middle"
      style={{ width, height, borderRadius: round ? height : undefined }}
      aria-hidden="true"
    />
  );
}
