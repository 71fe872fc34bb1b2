import { Logo } from '../../ui/logo.tsx';
import { ButtonLink, TrialButton } from './button-link.tsx';
import { PARTS, SIGN_IN } from './content.ts';

/** The header. Its trial button is outlined while the hero's own is in view: see page-script.ts. */
export function TopBar() {
  return (
    <header className="top">
      <div className="wrap">
        <a className="home" href="/" aria-label="Remit">
          <Logo height={27} />
        </a>
        <nav aria-label="Page">
          {PARTS.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <div className="acts">
          <ButtonLink href={SIGN_IN.href} look="bare">
            {SIGN_IN.label}
          </ButtonLink>
          <TrialButton id="top-trial" />
        </div>
      </div>
    </header>
  );
}
