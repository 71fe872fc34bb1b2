import type { ReactNode } from 'react';
import { useId } from 'react';

interface Props {
  title: string;
  text: ReactNode;
  /** Below the text. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page of settings: what it is about at the left, its fields at the right. */
export function FormSection({ title, text, aside, children }: Props) {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[248px_minmax(0,1fr)] gap-10 border-t border-hairline py-7 first:border-t-0 first:pt-0 max-[1080px]:grid-cols-[minmax(0,1fr)] max-[1080px]:gap-4 max-md:py-6 max-md:first:pt-0"
      aria-labelledby={id}
    >
      <div>
        <h2 id={id} className="mb-1 text-15">
          {title}
        </h2>
        <p className="text-13 leading-normal text-pretty text-muted">{text}</p>
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
