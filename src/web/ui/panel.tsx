import type { ReactNode } from 'react';
import { useId } from 'react';
import { Link } from 'react-router';

interface Props {
  title: string;
  /** At the right of the head. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A card with a head: a region of the page, named by its title. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="min-w-0 rounded border border-hairline bg-surface" aria-labelledby={id}>
      <header className="flex min-h-12 items-center gap-3 border-b border-hairline px-5 max-md:min-h-[50px] max-md:px-4">
        <h2 id={id} className="flex-1 text-14 tracking-[-0.003em] whitespace-nowrap max-md:text-15">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** A link in a panel's head, with a target as large as a finger. */
export function PanelLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="py-1.5 font-med whitespace-nowrap max-md:py-[13px]" to={to}>
      {children}
    </Link>
  );
}

/** What a panel says while there is nothing in it. */
export function PanelNote({ children }: { children: ReactNode }) {
  return <p className="p-5 text-pretty text-muted max-md:p-4">{children}</p>;
}
