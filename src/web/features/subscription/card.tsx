import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Under a line at the foot of the card. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A part of the billing page under its title. */
export function Card({ title, aside, foot, children }: Props) {
  return (
    <section className="min-w-0 border border-hairline rounded bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 min-h-12 py-2 px-5 border-b border-hairline max-md:py-2.5 max-md:px-4">
        <h2 className="flex-1 text-14 whitespace-nowrap max-md:text-15">{title}</h2>
        {aside}
      </header>
      {children}
      {foot && (
        <footer className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 min-h-12 py-2 px-5 border-t border-hairline text-muted text-13 max-md:py-2.5 max-md:px-4">
          {foot}
        </footer>
      )}
    </section>
  );
}
