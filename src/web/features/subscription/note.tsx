import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertCircle, IconInfoCircle } from '../../ui/icons.ts';

const TONES = {
  caution: { ground: 'bg-caution-soft', glyph: 'text-caution', icon: IconAlertCircle },
  overdue: { ground: 'bg-overdue-soft', glyph: 'text-overdue', icon: IconAlertCircle },
  plain: { ground: 'bg-accent-soft', glyph: 'text-accent', icon: IconInfoCircle },
};

interface Props {
  tone: keyof typeof TONES;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A line across the page that says what matters now. It stays as long as it is true. */
export function Note({ tone, action, className = 'mb-6', children }: Props) {
  const { ground, glyph, icon } = TONES[tone];
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-2.5 rounded px-3.5 py-[11px]',
        ground,
        className,
      )}
      role="status"
    >
      <Icon as={icon} size={18} className={glyph} />
      <p className="flex-[1_1_200px]">{children}</p>
      {action}
    </div>
  );
}
