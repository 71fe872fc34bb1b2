import type { Icon as TablerIcon } from '@tabler/icons-react';

export type IconType = TablerIcon;

interface Props {
  as: IconType;
  size?: number;
  className?: string | undefined;
}

/** An outline icon as all of ours are drawn: stroke 1.6, hidden from readers. */
export function Icon({ as: As, size = 16, className }: Props) {
  return <As size={size} stroke={1.6} className={className} aria-hidden="true" focusable="false" />;
}
