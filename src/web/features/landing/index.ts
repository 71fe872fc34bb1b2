export { BrowserFixPage } from './browser-fix-page.tsx';
export { BROWSER_FIX, DOCUMENT, PLACEHOLDERS } from './content.ts';
export { LandingPage } from './landing-page.tsx';
export { structuredData } from './structured-data.ts';
