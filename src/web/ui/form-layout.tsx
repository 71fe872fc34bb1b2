import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * Fields in rows. Their widths: `fieldWidth.full`, `.half`, `.third`, and `.city`, a third that
 * fills the phone's row.
 */
export function FormLayout({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('grid grid-cols-6 gap-x-3.5 gap-y-4', className)}>{children}</div>;
}

export const fieldWidth = {
  full: 'col-span-full',
  half: 'col-span-3 max-md:col-span-full',
  third: 'col-span-2 max-md:col-span-3',
  city: 'col-span-2 max-md:col-span-full',
};
