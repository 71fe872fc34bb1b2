import { Logo } from '../../ui/logo.tsx';
import { TrialButton } from './button-link.tsx';
import { CLOSING, FOOTER, PARTS, SIGN_IN } from './content.ts';

/** The closing call, torn off the page like a remittance slip. */
export function Closing() {
  return (
    <section className="closing">
      <div className="wrap">
        <h2>{CLOSING.heading}</h2>
        <div>
          <TrialButton look="inverse" large />
          <small>{CLOSING.note}</small>
        </div>
      </div>
    </section>
  );
}

export function Footer({ year }: { year: number }) {
  return (
    <footer className="foot">
      <div className="wrap">
        <Logo height={24} />
        {[...PARTS, FOOTER.support, SIGN_IN].map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        <span>© {year} Remit</span>
      </div>
    </footer>
  );
}
