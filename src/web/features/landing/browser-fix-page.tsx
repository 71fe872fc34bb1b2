import { Logo } from '../../ui/logo.tsx';
import { ButtonLink } from './button-link.tsx';
import { BROWSER_FIX } from './content.ts';

/** Says what happens, for the moment in which it is seen; without a script the link leads on. */
export function BrowserFixPage() {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-120 flex-col items-start justify-center px-5 py-8"
    >
      <Logo height={27} />
      <h1 className="mt-8 mb-2.5 text-[2.125rem] leading-[1.1] font-[620] tracking-[-0.032em]">
        {BROWSER_FIX.heading}
      </h1>
      <p className="mb-7 text-pretty text-muted">{BROWSER_FIX.text}</p>
      <ButtonLink href="/" look="primary" large>
        {BROWSER_FIX.continue}
      </ButtonLink>
    </main>
  );
}
