import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ButtonLink, TrialButton } from './button-link.tsx';
import { BENEFITS, CLOSING, FEATURES, FOOTER, PARTS, QUESTIONS, SIGN_IN } from './content.ts';
import type { SideEntry } from './editor-picture.tsx';
import {
  CustomersFragment,
  ExpensesFragment,
  LinesFragment,
  PayFragment,
  PhoneFragment,
  ProfitFragment,
} from './fragments.tsx';
import { Hero } from './hero.tsx';
import { InstallGuide } from './install-guide.tsx';
import { PayCodeStrokes } from './pay-code.tsx';
import { Pricing } from './pricing.tsx';
import { Screens } from './screens.tsx';

const PICTURES: Record<keyof typeof FEATURES.cards, ReactNode> = {
  invoices: <LinesFragment />,
  customers: <CustomersFragment />,
  payments: <PayFragment />,
  analytics: <ProfitFragment />,
  expenses: <ExpensesFragment />,
  mobile: <PhoneFragment />,
};

/** Six features, each with a piece of the product, and then the product itself. */
function Features() {
  return (
    <section className="plain" id="features">
      <h2>{FEATURES.heading}</h2>
      <ul className="features">
        {(Object.keys(FEATURES.cards) as (keyof typeof FEATURES.cards)[]).map((name) => (
          <li key={name}>
            <div className="mini" aria-hidden="true">
              {PICTURES[name]}
            </div>
            <div className="words">
              <h3>{FEATURES.cards[name].title}</h3>
              <p>{FEATURES.cards[name].text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Screens />
    </section>
  );
}

interface Props {
  /** The sidebar of the pictured editor. */
  entries: readonly SideEntry[];
  /** Of the copyright line. */
  year: number;
}

/** What a signed-out visitor sees at '/'. It is rendered when Remit is built and has no state. */
export function LandingPage({ entries, year }: Props) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PayCodeStrokes />
      <TopBar />
      <main id="main">
        <div className="wrap">
          <Hero entries={entries} />
          <InstallGuide />
          <Benefits />
          <Features />
          <Pricing />
          <Questions />
        </div>
        <Closing />
      </main>
      <Footer year={year} />
    </>
  );
}

/** Three answers stand open: there is nothing to unfold. */
function Questions() {
  return (
    <section className="ledger" id="questions">
      <h2 className="label">{QUESTIONS.heading}</h2>
      <dl className="questions">
        {QUESTIONS.list.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Benefits() {
  return (
    <section className="ledger">
      <h2 className="label">{BENEFITS.heading}</h2>
      <ul className="benefits">
        {BENEFITS.cards.map(({ figure, unit, title, text }) => (
          <li key={title}>
            <p className="figure">
              {figure}
              {unit && <small> {unit}</small>}
            </p>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The header. Its trial button is outlined while the hero's own is in view: see page-script.ts. */
function TopBar() {
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

/** The closing call, torn off the page like a remittance slip. */
function Closing() {
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

function Footer({ year }: { year: number }) {
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
