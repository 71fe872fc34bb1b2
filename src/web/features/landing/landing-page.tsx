import { Benefits } from './benefits.tsx';
import { Closing, Footer } from './closing.tsx';
import type { SideEntry } from './editor-picture.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { InstallGuide } from './install-guide.tsx';
import { PayCodeStrokes } from './pay-code.tsx';
import { Pricing } from './pricing.tsx';
import { Questions } from './questions.tsx';
import { TopBar } from './top-bar.tsx';

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
