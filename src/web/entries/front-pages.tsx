import { renderToStaticMarkup } from 'react-dom/server';
import { NAV_GROUPS } from '../app/routes.ts';
import {
  BROWSER_FIX,
  BrowserFixPage,
  DOCUMENT,
  LandingPage,
  PLACEHOLDERS,
  structuredData,
} from '../features/landing/index.ts';

/**
 * The documents that are finished when Remit is built: rendered by scripts/front-pages.mjs into the
 * HTML files of the same name. `head` goes into the head, `body` is the whole body.
 */
export interface FrontPage {
  head: string;
  body: string;
}

const entries = NAV_GROUPS.flat()
  .slice(0, 8)
  .map(({ icon, label }) => ({ icon, label }));

export function renderLanding(year: number): FrontPage {
  const { appUrl } = PLACEHOLDERS;
  const image = `${appUrl}/social.png`;
  return {
    head: renderToStaticMarkup(
      <>
        <title>{DOCUMENT.title}</title>
        <meta name="description" content={DOCUMENT.description} />
        <link rel="canonical" href={`${appUrl}/`} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Remit" />
        <meta property="og:title" content={DOCUMENT.socialTitle} />
        <meta property="og:description" content={DOCUMENT.description} />
        <meta property="og:url" content={`${appUrl}/`} />
        <meta property="og:image" content={image} />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content={DOCUMENT.socialImageAlt} />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:title" content={DOCUMENT.socialTitle} />
        <meta name="twitter:description" content={DOCUMENT.description} />
        <meta name="twitter:image" content={image} />
        <meta name="twitter:image:alt" content={DOCUMENT.socialImageAlt} />
        <script
          type="application/ld+json"
          // Own texts, written for this element: see structuredData.
          dangerouslySetInnerHTML={{ __html: structuredData() }}
        />
      </>,
    ),
    body: renderToStaticMarkup(<LandingPage entries={entries} year={year} />),
  };
}

export function renderBrowserFix(): FrontPage {
  return {
    head: renderToStaticMarkup(
      <>
        <title>{BROWSER_FIX.title}</title>
        <meta name="robots" content="noindex" />
      </>,
    ),
    body: renderToStaticMarkup(<BrowserFixPage />),
  };
}
