import type { ReactNode } from 'react';

interface Props {
  /** The specification's words where it has them, such as 'No customers found.'. */
  title: string;
  children?: ReactNode;
  /** The first step, primary first. */
  actions?: ReactNode;
  /** A picture at the right on wide screens. */
  picture?: ReactNode;
}

/** What goes here, and the first step. */
export function EmptyState({ title, children, actions, picture }: Props) {
  return (
    <div className="flex min-h-[264px] items-stretch gap-12 overflow-hidden rounded border border-hairline bg-surface px-12 max-md:min-h-0 max-md:px-5">
      <div className="max-w-[520px] flex-1 self-center py-12 max-md:py-9">
        <h2 className="text-20 leading-[1.3] tracking-[-0.016em]">{title}</h2>
        {children && <div className="mt-2 text-pretty wrap-anywhere text-muted">{children}</div>}
        {actions && <div className="mt-5 flex flex-wrap gap-2.5 max-md:flex-col">{actions}</div>}
      </div>
      {picture && <div className="ml-auto flex-none self-end max-md:hidden">{picture}</div>}
    </div>
  );
}
