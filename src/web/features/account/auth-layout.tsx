import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { orpc } from '../../lib/api.ts';
import type { ButtonProps } from '../../ui/button.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './auth-layout.module.css';

interface Props {
  /** The page's heading and the document's title. */
  title: string;
  /** Under the heading. */
  lead: ReactNode;
  /** The right half: paper. */
  paper: ReactNode;
  children: ReactNode;
}

/** Form at the left, paper at the right. On the phone the form alone. */
export function AuthLayout({ title, lead, paper, children }: Props) {
  const { data } = useQuery(orpc.account.installation.queryOptions());
  useEffect(() => {
    document.title = `${title} · Remit`;
  }, [title]);
  return (
    <div className="grid min-h-dvh grid-cols-2 text-[1rem] leading-[1.55] max-[861px]:block">
      <main className="flex flex-col pt-7 pr-10 pb-8 pl-[clamp(40px,8.33vw,120px)] max-[861px]:min-h-dvh max-[861px]:px-5 max-[861px]:pt-[calc(20px+env(safe-area-inset-top,0px))] max-[861px]:pb-[calc(24px+env(safe-area-inset-bottom,0px))]">
        <a href="/" className="self-start" aria-label="Remit home page">
          <Logo height={27} />
        </a>
        <div
          className={cx(
            classes.box,
            'my-auto w-full max-w-96 py-8 max-[861px]:mt-3 max-[861px]:max-w-none',
          )}
        >
          <h1 className="text-[2.125rem] leading-[1.1] font-[620] tracking-[-0.032em] text-balance max-[861px]:text-[2rem]">
            {title}
          </h1>
          <div
            className={cx(linksUnderlined, 'mt-2.5 mb-7.5 text-pretty text-muted [&_a]:font-[540]')}
          >
            {lead}
          </div>
          {children}
        </div>
        <footer className="text-[0.84375rem] max-[861px]:pt-8">
          {data?.supportEmail && (
            <a
              className="text-muted underline decoration-1 underline-offset-3"
              href={`mailto:${data.supportEmail}`}
            >
              Contact Support
            </a>
          )}
        </footer>
      </main>
      <div
        className="sticky top-0 grid h-dvh place-items-center overflow-hidden border-l border-hairline bg-[light-dark(var(--sunken),var(--desk))] max-[861px]:hidden"
        aria-hidden="true"
      >
        {paper}
      </div>
    </div>
  );
}

export const linksUnderlined = '[&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-3';

/** The kit's button in the size of public pages. */
export function AuthButton(button: ButtonProps) {
  return <Button wide {...button} className={classes.button} />;
}
