import { serveFinished } from './finished-pages.ts';
import type { Row } from './measure.ts';
import { median, ms, times2 } from './measure.ts';
import type { Paint, Weights } from './paint.ts';
import { measurePaint } from './paint.ts';
import type { RunningServer } from './running-server.ts';
import type { Scene } from './scene.ts';

interface MeasuredPage {
  name: string;
  path: string;
  /** Selector of what a visitor comes for. */
  shown: string;
  /** Header of a session, for a page behind sign-in. */
  cookie?: string;
  /** Compressed JavaScript that it may weigh, in kB. */
  maxScript?: number;
  /** How much later than the finished document its largest paint may be. */
  maxRatio?: number;
}

/**
 * The pages that people wait for, in Chromium as on a phone of the middle with a slow connection,
 * against the same documents when they are finished: styles, faces and pictures, nothing that runs.
 */
export async function benchPages(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const server = await scene.server('embedded');
  const finished = await serveFinished();
  const browser = await scene.browser();
  try {
    const { cookie, publicId } = await fillAccount(server, 'pages@example.com');
    const pages: MeasuredPage[] = [
      { name: 'Landing page', path: '/', shown: 'h1', maxScript: 60, maxRatio: 1.2 },
      { name: 'Pay page', path: `/pay-invoice/${publicId}`, shown: '#pay-now', maxScript: 100 },
      { name: 'Dashboard', path: '/', shown: 'main dl', cookie },
    ];
    const rows: Row[] = [];
    const connection = size('slow', 'fast');
    for (const page of pages) {
      const url = server.url + page.path;
      const { html } = await measurePaint(browser, url, page.shown, connection, page.cookie);
      const bare = finished.show(html.replaceAll(server.url, ''));
      const runs: { own: Paint; bare: Paint }[] = [];
      for (let round = 0; round < size(5, 1); round += 1) {
        runs.push({
          own: await measurePaint(browser, url, page.shown, connection, page.cookie),
          bare: await measurePaint(browser, bare, page.shown, connection),
        });
      }
      rows.push(...makeRows(page, runs));
    }
    return rows;
  } finally {
    await finished.close();
  }
}

function makeRows(page: MeasuredPage, runs: readonly { own: Paint; bare: Paint }[]): Row[] {
  const { name, maxScript, maxRatio } = page;
  const middle = (side: 'own' | 'bare', of: (paint: Paint) => number) =>
    median(runs.map((run) => of(run[side])));
  const weight = (kind: keyof Weights) => middle('own', ({ weights }) => weights[kind]);
  const script = weight('script');
  const ratio = median(runs.map(({ own, bare }) => own.largestPaint / bare.largestPaint));
  const kinds = [
    ['HTML', 'html'],
    ['CSS', 'style'],
    ['faces', 'font'],
    ['pictures', 'picture'],
    ['data', 'data'],
  ] as const;
  const others = kinds.map(([word, kind]) => `${word} ${kb(weight(kind))}`).join(', ');
  const seconds = (side: 'own' | 'bare') =>
    `${ms(middle(side, ({ firstPaint }) => firstPaint))}, ${ms(middle(side, ({ largestPaint }) => largestPaint))}`;
  return [
    {
      what: `${name}: JavaScript on the wire`,
      value: kb(script),
      against: `${middle('own', ({ requests }) => requests)} requests; ${others}`,
      counted: {
        script,
        html: weight('html'),
        style: weight('style'),
        scriptOfFinished: middle('bare', ({ weights }) => weights.script),
        htmlOfFinished: middle('bare', ({ weights }) => weights.html),
        styleOfFinished: middle('bare', ({ weights }) => weights.style),
      },
      ...(maxScript === undefined
        ? {}
        : { goal: `≤ ${maxScript} kB`, met: script <= maxScript * 1_000 }),
    },
    {
      what: `${name}: first paint, largest paint`,
      value: seconds('own'),
      against: `the finished document without scripts: ${seconds('bare')}`,
      ratio: times2(ratio),
      ...(maxRatio === undefined ? {} : { goal: `≤ ${maxRatio}×`, met: ratio <= maxRatio }),
    },
    {
      what: `${name}: blocking time, layout shift`,
      value: `${ms(middle('own', ({ blocking }) => blocking))}, ${middle('own', ({ layoutShift }) => layoutShift).toFixed(3)}`,
      against: `the finished document: ${ms(middle('bare', ({ blocking }) => blocking))}`,
      counted: { layoutShift: middle('own', ({ layoutShift }) => layoutShift) },
    },
  ];
}

const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** An owner with some invoices. @returns the session, and the public id of one that can be paid by card */
export async function fillAccount(
  server: RunningServer,
  email: string,
): Promise<{ cookie: string; publicId: string }> {
  const cookie = await server.signUp(email);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await call('POST', '/api/business-profile', {
    businessName: 'Northwind Studio',
    email,
    stripePublishableKey: 'pk_test_benchpages',
    stripeSecretKey: 'sk_test_benchpages',
  });
  const customer = await call<{ id: number }>('POST', '/api/customers', {
    name: 'Marta Lindqvist',
    company: 'Harbor & Pine Coffee',
    email: 'marta@example.com',
  });
  let publicId = '';
  const today = Date.now();
  const day = (offset: number) => new Date(today + offset * 86_400_000).toISOString().slice(0, 10);
  for (let n = 0; n < 8; n += 1) {
    const invoice = await call<{ publicId: string }>('POST', '/api/invoices', {
      customerId: customer.id,
      invoiceNumber: `PAGE-${n}`,
      status: 'sent',
      issueDate: day(-n * 20),
      dueDate: day(30 - n * 20),
      taxRate: '7',
      lineItems: Array.from({ length: 5 }, (_, line) => ({
        description: `Design and layout, part ${line + 1}`,
        quantity: '2',
        unitPrice: '185.50',
      })),
    });
    publicId ||= invoice.publicId;
  }
  return { cookie, publicId };
}
