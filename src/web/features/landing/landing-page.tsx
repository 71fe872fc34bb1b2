import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
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
import { Ledger, PART, SectionHeading } from './ledger.tsx';
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
    <section className={PART} id="features">
      <SectionHeading>{FEATURES.heading}</SectionHeading>
      <ul className="mt-12 grid grid-cols-[repeat(3,1fr)] gap-px overflow-hidden rounded-[14px] border border-hairline bg-hairline phone:-mx-5 phone:mt-7 phone:grid-cols-[1fr] phone:rounded-none phone:border-x-0 tablet:grid-cols-[1fr_1fr]">
        {(Object.keys(FEATURES.cards) as (keyof typeof FEATURES.cards)[]).map((name) => (
          <li key={name} className="flex flex-col bg-surface">
            <div
              className="relative h-53 overflow-hidden border-b border-hairline bg-sunken px-6.5 pt-7 text-[0.78125rem] leading-[1.4] phone:h-50 phone:px-5 phone:pt-6"
              aria-hidden="true"
            >
              {PICTURES[name]}
            </div>
            <div className="px-6.5 pt-5.5 pb-7.5 phone:px-5 phone:pt-4.5 phone:pb-7">
              <h3 className="text-[1.125rem] font-[620] tracking-[-0.015em]">
                {FEATURES.cards[name].title}
              </h3>
              <p className="mt-1.5 text-15 leading-[1.5] text-pretty text-muted">
                {FEATURES.cards[name].text}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Screens />
    </section>
  );
}

/** As wide as the page's contents are. */
const WRAP = 'mx-auto max-w-[1248px] px-6 phone:px-5';

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
      <a
        className="fixed top-2 left-2 z-10 [transform:translateY(-64px)] rounded bg-action px-4 py-2.5 text-on-action focus:[transform:none]"
        href="#main"
      >
        Skip to content
      </a>
      <PayCodeStrokes />
      <TopBar />
      <main id="main">
        <div className={WRAP}>
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
    <Ledger id="questions" label={QUESTIONS.heading}>
      <dl>
        {QUESTIONS.list.map(({ question, answer }) => (
          <div
            key={question}
            className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] gap-10 border-t border-hairline py-6.5 first:border-0 first:pt-1 phone:grid-cols-[1fr] phone:gap-1.5 phone:py-5"
          >
            <dt className="text-[1.125rem] leading-[1.35] font-[600] tracking-[-0.015em]">
              {question}
            </dt>
            <dd className="text-pretty text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </Ledger>
  );
}

function Benefits() {
  return (
    <Ledger label={BENEFITS.heading}>
      <ul className="grid grid-cols-[repeat(3,1fr)] phone:grid-cols-[1fr]">
        {BENEFITS.cards.map(({ figure, unit, title, text }) => (
          <li
            key={title}
            className="border-l border-hairline px-8 first:border-l-0 first:pl-0 phone:border-t phone:border-l-0 phone:px-0 phone:py-7 phone:first:border-t-0 phone:first:pt-1 phone:last:pb-0 tablet:px-5 tablet:first:pl-0"
          >
            <p className="inline-block border-0 border-b-4 border-double border-ink pb-3.5 text-[4.5rem] leading-none font-[560] tracking-[-0.045em] whitespace-nowrap tabular-nums phone:text-[4rem] tablet:text-[3.375rem]">
              {figure}
              {unit && <small className="text-[0.42em] tracking-[-0.02em]"> {unit}</small>}
            </p>
            <h3 className="mt-5.5 text-[1.125rem] font-[620] tracking-[-0.015em]">{title}</h3>
            <p className="mt-1.5 text-[0.96875rem] text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Ledger>
  );
}

/** The header. Its trial button is outlined while the hero's own is in view: see page-script.ts. */
function TopBar() {
  return (
    <header className="sticky top-0 z-5 border-b border-hairline bg-paper">
      <div className={cx(WRAP, 'flex h-17 items-center gap-9 phone:h-15 phone:gap-3')}>
        <a className="py-2 max-[360px]:*:h-5.5 max-[360px]:*:w-17" href="/" aria-label="Remit">
          <Logo height={27} />
        </a>
        <nav className="mr-auto flex gap-7 phone:hidden" aria-label="Page">
          {PARTS.map(({ label, href }) => (
            <a
              key={href}
              className="py-2.5 text-15 text-muted hover:text-ink hover:no-underline"
              href={href}
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-1 phone:ml-auto">
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
    <section className="relative bg-[light-dark(#15171c,#1b1f26)] text-[#fbfaf8] before:absolute before:inset-x-0 before:-top-1 before:h-2 before:[background:radial-gradient(circle_at_6px_4px,var(--paper)_3.2px,transparent_3.8px)_0_0/12px_8px]">
      <div
        className={cx(
          WRAP,
          'grid grid-cols-[minmax(0,1fr)_auto] items-end gap-12 pt-26 pb-24 phone:block phone:pt-18 phone:pb-15',
        )}
      >
        <SectionHeading className="max-w-[12em] text-[4rem] leading-none tracking-[-0.042em] phone:text-[2.625rem]">
          {CLOSING.heading}
        </SectionHeading>
        <div className="phone:mt-7">
          <TrialButton look="inverse" large wide />
          <small className="mt-3.5 block text-center text-14 text-[#a2a7b2]">{CLOSING.note}</small>
        </div>
      </div>
    </section>
  );
}

function Footer({ year }: { year: number }) {
  return (
    <footer className="pt-9 pb-12 text-[0.90625rem] text-muted">
      <div className={cx(WRAP, 'flex flex-wrap items-center gap-7 phone:gap-x-6 phone:gap-y-1')}>
        <span className="mr-3 phone:mb-3 phone:w-full">
          <Logo height={24} />
        </span>
        {[...PARTS, FOOTER.support, SIGN_IN].map(({ label, href }) => (
          <a key={href} className="py-1.5 text-muted hover:text-ink phone:py-[11px]" href={href}>
            {label}
          </a>
        ))}
        <span className="ml-auto phone:mt-3 phone:ml-0 phone:w-full">© {year} Remit</span>
      </div>
    </footer>
  );
}
