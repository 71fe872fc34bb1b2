import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import { PASSWORD, signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36';
const SEARCH = 'https://www.google.com/';
const UNDER_WAY = ['oauth_state', 'code_verifier', 'nonce'];

const { server } = serverForFile();
const { visit } = browserForFile();
let html: string;

beforeAll(async () => {
  html = await (await fetch(server.url)).text();
});

/** What stands open to the reader, as the page's questions. */
const visibleQuestions = (page: Page) =>
  page.locator('#questions dl > div').evaluateAll((rows) =>
    rows.map((row) => ({
      question: row.querySelector('dt')?.textContent,
      answer: row.querySelector('dd')?.textContent,
    })),
  );

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('the page tells everything, and every button leads to the sign-in', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/');
    expect(await page.title()).toMatch(
      /professional invoicing software for small business and freelancers/i,
    );
    const buttons = page.getByRole('link', { name: /^(Sign In|Start Free Trial)$/ });
    expect(
      await buttons.evaluateAll((links) =>
        links.map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      ),
    ).toEqual([
      'Sign In /api/login',
      'Start Free Trial /api/login?signUp=1',
      'Start Free Trial /api/login?signUp=1',
      'Start Free Trial /api/login?signUp=1',
      'Start Free Trial /api/login?signUp=1',
      'Sign In /api/login',
    ]);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
      'Send a proper invoice before your next call.',
    ]);
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Open in browser',
      'Tap Add to Home Screen',
      'Enjoy',
      'Save 5+ hours weekly',
      'Get paid 3x faster',
      '100% professional',
      'Invoice generator',
      'Customer hub',
      'Payment processing',
      'Business analytics',
      'Expense tracking',
      'Mobile and PWA',
      'Free trial',
      'Monthly',
      expect.stringMatching(/^Yearly\s+Save 17%$/),
    ]);
    const text = await page.locator('main').innerText();
    for (const claim of [
      '10,000+ users',
      'Setup in 2 minutes',
      'Cancel anytime',
      '$9.99',
      '$99.99',
    ]) {
      expect(text).toContain(claim);
    }
    expect(await page.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe(
      'mailto:help@example.com',
    );
    // It can be put on a home screen from here.
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe(
      '/manifest.webmanifest',
    );
    // Nothing that the server has to put in was left out.
    expect(await page.content()).not.toMatch(/__[A-Z_]+__/);

    const data = await page.locator('script[type="application/ld+json"]').textContent();
    const { mainEntity, ...document } = JSON.parse(data ?? '');
    expect(document).toEqual({ '@context': 'https://schema.org', '@type': 'FAQPage' });
    const asked = await visibleQuestions(page);
    expect(asked).toHaveLength(3);
    expect(mainEntity).toEqual(
      asked.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    );

    // The pictures wait until they come near; then each is there in the theme of the page.
    const pictures = page.locator('.screens img:visible');
    // A desktop's picture could not be read on a phone.
    expect(await pictures.count()).toBe(screen === 'phone' ? 2 : 4);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await eventually(() =>
        picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
      ).toBeGreaterThan(700);
    }
  });
});

describe.each(screens(['desktop'], ['desktop']))('on the %s only', (screen) => {
  test('one primary button to a screen, anchors that lead to their parts, and both themes', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/');
    const header = page.getByRole('banner').getByRole('link', { name: 'Start Free Trial' });
    await eventually(() => header.getAttribute('class')).toBe('btn outlined');
    for (const [name, heading] of [
      ['Features', 'Everything between the work and the money'],
      ['Pricing', 'What it costs, itemized'],
      ['Questions', 'Questions'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      const title = page.getByRole('heading', { level: 2, name: heading, exact: true });
      // Below the header, which stays, and not beneath it.
      await eventually(async () => {
        const box = await title.boundingBox();
        return box !== null && box.y > 68 && box.y < 300;
      }).toBe(true);
    }
    await eventually(() => header.getAttribute('class')).toBe('btn primary');

    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await color();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await color();
    expect(dark).not.toBe(light);
    // A theme that was chosen in the application wins over the system's.
    await page.evaluate(() => localStorage.setItem('remit-theme', 'light'));
    await page.reload();
    expect(await color()).toBe(light);
    expect(await page.locator('.screens .in-light img').first().isVisible()).toBe(true);
  });

  test('what search engines and social networks read', async () => {
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(html).toContain(`<link rel="canonical" href="${server.url}/"/>`);
    expect(meta('twitter:card')).toBe('summary_large_image');
    for (const name of ['og:title', 'og:description', 'og:image:alt', 'description']) {
      expect(meta(name)).toMatch(/\w{4}/);
    }
    const image = meta('og:image') ?? '';
    expect(image).toBe(`${server.url}/social.png`);
    const picture = Buffer.from(await (await fetch(image)).arrayBuffer());
    // Width and height stand in the header of a PNG.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);

    const robots = await fetch(`${server.url}/robots.txt`);
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
    const lines = (await robots.text()).split('\n');
    for (const path of ['/api/', '/pay-invoice/', '/payment-success', '/dashboard', '/invoices']) {
      expect(lines).toContain(`Disallow: ${path}`);
    }
    expect(lines).toContain(`Sitemap: ${server.url}/sitemap.xml`);
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
    expect([...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
      `${server.url}/`,
    ]);
    expect((await fetch(`${server.url}/apple-google-fix`)).headers.get('x-robots-tag')).toBe(
      'noindex',
    );
  });
});

describe.each(screens([], ['desktop']))('ways on, on the %s', (screen) => {
  test('without JavaScript everything is there, and leads on', async () => {
    const { context } = await visit({ url: server.url, screen });
    const browser = context.browser();
    const still = await browser!.newContext({ baseURL: server.url, javaScriptEnabled: false });
    try {
      const page = await still.newPage();
      await page.goto('/');
      expect(await page.locator('#questions dt').allInnerTexts()).toHaveLength(3);
      await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
      expect(new URL(page.url()).pathname).toBe('/sign-up');
      await page.goto('/apple-google-fix');
      await page.getByText('Remit clears them and continues to the home page.').waitFor();
      await page.getByRole('link', { name: 'Continue to Remit' }).click();
      expect(new URL(page.url()).pathname).toBe('/');
    } finally {
      await still.close();
    }
  });

  test('from the landing page to a new account', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    await page.goto('/');
    await page.locator('#pricing').getByRole('link', { name: 'Start Free Trial' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start your free trial' }).waitFor();
    await page.getByLabel('Your name').fill('Lena Brook');
    await page.getByLabel('Email').fill('lena@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe('/');
  });

  test('an address that nothing stands at says so, and offers the nearest', async () => {
    const answer = await fetch(`${server.url}/invioces`);
    expect(answer.status).toBe(404);
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/invioces');
    await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
    await page
      .getByText('Did you forget to add the page to the router?', { exact: true })
      .waitFor();
    expect(await page.getByRole('link', { name: '/invoices' }).getAttribute('href')).toBe(
      '/invoices',
    );
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    // Which leads whoever is not signed in on.
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('browsers of Safari’s kind, on the %s', (screen) => {
  /** A visitor whose browser says that it is this one and kept an old sign-in under way. */
  async function arrive(userAgent: string, { cookie }: { cookie?: string } = {}) {
    const visitor = await visit({ url: server.url, screen, ...(cookie ? { cookie } : {}) });
    const { context, page } = visitor;
    await context.addInitScript(
      ([name, keys]) => {
        Object.defineProperty(navigator, 'userAgent', { value: name });
        if (sessionStorage.getItem('planted')) return;
        sessionStorage.setItem('planted', 'yes');
        for (const key of keys) {
          sessionStorage.setItem(key, 'old');
          localStorage.setItem(key, 'old');
        }
      },
      [userAgent, UNDER_WAY] as const,
    );
    const paths: string[] = [];
    page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
    const kept = () =>
      page.evaluate(
        (keys) => keys.flatMap((key) => [sessionStorage.getItem(key), localStorage.getItem(key)]),
        UNDER_WAY,
      );
    const flagged = () => page.evaluate(() => sessionStorage.getItem('apple_google_cleaned'));
    return { page, paths, kept, flagged };
  }
  const NOTHING = UNDER_WAY.flatMap(() => [null, null]);
  const EVERYTHING = UNDER_WAY.flatMap(() => ['old', 'old']);

  test('from a search they are cleaned once, and come to the front page', async () => {
    const { page, paths, kept, flagged } = await arrive(SAFARI);
    await page.goto('/', { referer: SEARCH });
    await eventually(() => paths).toEqual(['/', '/apple-google-fix', '/']);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await kept()).toEqual(NOTHING);
    expect(await flagged()).toBe('true');
    await page.goto('/', { referer: SEARCH });
    expect(paths).toEqual(['/', '/apple-google-fix', '/', '/']);
  });

  test('the application follows the same rule; other browsers keep everything', async () => {
    const { cookie } = await signUp(server, 'Saf Arri');
    const { page, paths, kept } = await arrive(SAFARI, { cookie });
    await page.goto('/customers', { referer: SEARCH });
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(paths.slice(0, 3)).toEqual(['/customers', '/apple-google-fix', '/']);
    expect(await kept()).toEqual(NOTHING);

    const other = await arrive(CHROME);
    await other.page.goto('/', { referer: SEARCH });
    expect(await other.kept()).toEqual(EVERYTHING);
    expect(other.paths).toEqual(['/']);
  });
});
