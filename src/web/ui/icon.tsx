import type { IconType } from './icons.ts';

interface Props {
  as: IconType;
  size?: number;
  /** As a plane of one color instead of an outline. */
  filled?: boolean;
  className?: string | undefined;
}

/** An icon as all of ours are drawn: stroke 1.6, hidden from readers. */
export function Icon({ as, size = 16, filled = false, className }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      {as.split(/ (?=M)/).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
