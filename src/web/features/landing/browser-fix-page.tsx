import { Logo } from '../../ui/logo.tsx';
import { ButtonLink } from './button-link.tsx';
import { BROWSER_FIX } from './content.ts';

/** Says what happens, for the moment in which it is seen; without a script the link leads on. */
export function BrowserFixPage() {
  return (
    <main id="main" className="fix">
      <Logo height={27} />
      <h1>{BROWSER_FIX.heading}</h1>
      <p>{BROWSER_FIX.text}</p>
      <ButtonLink href="/" look="primary" large>
        {BROWSER_FIX.continue}
      </ButtonLink>
    </main>
  );
}
