import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { encode, renderSVG } from 'uqr';
import { openDocumentRenderer } from '../src/server/platform/pdf/document-renderer.ts';
import { prepareDocument } from '../src/server/platform/pdf/prepare-document.ts';
import { fontFolder } from '../src/server/platform/pdf/renderer-location.ts';
import { invoiceDocument } from '../src/shared/documents/invoice-document.ts';
import { computeTotals } from '../src/shared/documents/totals.ts';
import { typedSheet } from '../src/shared/documents/typed-sheet.ts';
import { formatMoney, money } from '../src/shared/money/money.ts';
import type { Row } from './measure.ts';
import { median, ms, times2 } from './measure.ts';
import { requirePdf } from './require-pdf.ts';
import type { Scene } from './scene.ts';
import { launchBrowser } from './scene.ts';

const createdAt = new Date('2026-11-20T10:00:00Z');

interface Line {
  description: string;
  quantity: string;
  unitPrice: string;
}

/** No two invoices alike, or a renderer could answer from memory. */
const makeLines = (count: number, run: number): Line[] =>
  Array.from({ length: count }, (_, n) => ({
    description: `Design of page template ${n + 1}, revision ${run}`,
    quantity: '2.50',
    unitPrice: '120.00',
  }));

/** PDFs through the running server's HTTP route, against peers that draw the same invoice. */
export async function benchPdfOverHttp(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const [rounds, warmUp] = size([15, 3], [1, 0]);
  const server = await scene.server('postgresql');
  const browser = await scene.browser();
  // Kept running with a page of its own open: the fastest way to use it.
  const page = await browser.newPage();
  try {
    const cookie = await server.signUp('pdf@example.com');
    const pool = new pg.Pool({ connectionString: server.databaseUrl });
    await pool.query(`update businesses set subscription_status = 'active'`);
    await pool.end();
    const call = async (path: string, body: unknown) => {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as { id: number };
    };
    const customer = await call('/api/customers', {
      name: 'Marta Lindqvist',
      company: 'Harbor & Pine',
    });
    const invoice = async (count: number, run: number) =>
      call('/api/invoices', {
        customerId: customer.id,
        invoiceNumber: `B-${count}-${run}`,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        status: 'sent',
        taxRate: '7',
        notes: REMARK,
        lineItems: makeLines(count, run),
      });
    const remit = async (id: number) => {
      const start = performance.now();
      const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, { headers: { cookie } });
      const bytes = await answer.arrayBuffer();
      const taken = performance.now() - start;
      if (!answer.ok) throw new Error(`no PDF: ${answer.status}`);
      return { taken, pdf: requirePdf(new Uint8Array(bytes)) };
    };
    const chromiumKept = async (run: number) => {
      const start = performance.now();
      await page.setContent(html(makeLines(14, run)));
      requirePdf(await page.pdf({ format: 'A4' }));
      return performance.now() - start;
    };
    // Started for the document, as `chromium --print-to-pdf` is.
    const chromiumStarted = async (run: number) => {
      const start = performance.now();
      const own = await launchBrowser();
      const blank = await own.newPage();
      await blank.setContent(html(makeLines(14, run)));
      requirePdf(await blank.pdf({ format: 'A4' }));
      await own.close();
      return performance.now() - start;
    };
    const reactPdf = await openReactPdf();

    const taken: Record<'remit' | 'react' | 'started' | 'kept', number[]> = {
      remit: [],
      react: [],
      started: [],
      kept: [],
    };
    let bytes = 0;
    for (let run = 0; run < rounds + warmUp; run += 1) {
      const { id } = await invoice(14, run);
      const { taken: own, pdf } = await remit(id);
      bytes = pdf.length;
      const round = {
        remit: own,
        react: (await reactPdf?.(run)) ?? 0,
        started: await chromiumStarted(run),
        kept: await chromiumKept(run),
      };
      if (run < warmUp) continue;
      for (const name of ['remit', 'react', 'started', 'kept'] as const) {
        taken[name].push(round[name]);
      }
    }
    const own = median(taken.remit);
    const against = (name: string, values: number[], goal?: number): Row => {
      const ratio = median(values.map((value, n) => value / (taken.remit[n] ?? 1)));
      return {
        what: 'PDF of one page over HTTP, times as fast',
        value: ms(own),
        against: `${name}: ${ms(median(values))}`,
        ratio: times2(ratio),
        counted: { rounds: values.length, bytes },
        ...(goal === undefined ? {} : { goal: `≥ ${goal}×`, met: ratio >= goal }),
      };
    };

    const render = openDocumentRenderer();
    const againstEngine = async (what: string, lines: number, times: number): Promise<Row> => {
      const long: { http: number[]; engine: number[] } = { http: [], engine: [] };
      let [size, sizeOfEngine] = [0, 0];
      for (let run = -warmUp; run < times; run += 1) {
        const { id } = await invoice(lines, 200 + run);
        const { taken: http, pdf } = await remit(id);
        size = pdf.length;
        const job = prepareDocument('pdf', sampleDocument(lines, 400 + run), { createdAt });
        const start = performance.now();
        const drawn = render({ id: run, ...job });
        const engine = performance.now() - start;
        if (drawn.type !== 'pdf') throw new Error('The engine has drawn no PDF');
        sizeOfEngine = requirePdf(drawn.pdf).length;
        if (run < 0) continue;
        long.http.push(http);
        long.engine.push(engine);
      }
      const ratio = median(long.http.map((value, n) => value / (long.engine[n] ?? 1)));
      return {
        what: `PDF of ${what} over HTTP`,
        value: ms(median(long.http)),
        against: `the engine alone: ${ms(median(long.engine))}`,
        ratio: times2(ratio),
        goal: '≤ 1.5×',
        met: ratio <= 1.5,
        counted: { bytes: size, bytesOfEngine: sizeOfEngine },
      };
    };
    const storedPdf = async (): Promise<Row> => {
      const { id } = await invoice(14, 900);
      const first = await remit(id);
      const times: number[] = [];
      for (let run = 0; run < size(40, 2); run += 1) {
        const { taken: again, pdf } = await remit(id);
        if (!pdf.equals(first.pdf)) throw new Error('The stored PDF is another one');
        times.push(again);
      }
      const value = median(times);
      return {
        what: 'Stored PDF of an issued invoice over HTTP',
        value: ms(value),
        goal: '≤ 5 ms',
        met: value <= 5,
        counted: { answers: times.length, bytes: first.pdf.length },
      };
    };
    return [
      await storedPdf(),
      reactPdf
        ? against('react-pdf', taken.react, 5)
        : { what: 'PDF of one page against react-pdf', value: 'left out: not installed' },
      against('Chromium started for it', taken.started, 15),
      against('Chromium kept open', taken.kept),
      await againstEngine('one page', 14, size(30, 1)),
      await againstEngine('1,000 lines', size(1_000, 20), size(5, 1)),
    ];
  } finally {
    await page.close();
  }
}

function sampleDocument(count: number, run: number) {
  const form = {
    invoiceNumber: `B-${run}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    taxRate: '7.00',
    lineItems: makeLines(count, run),
  };
  const terms = { currency: 'USD', roundedTotals: [] };
  return invoiceDocument({
    invoice: { ...typedSheet('invoice', form, terms), status: 'sent' },
    customer: { name: 'Marta Lindqvist', company: 'Harbor & Pine' },
    business: { businessName: 'Bench Owner', email: 'pdf@example.com' },
    payUrl: 'https://remit.example/pay-invoice/00000000000000000000000000000000',
  });
}

const makeRows = (lines: Line[]) => {
  const totals = computeTotals({ currency: 'USD', lines, taxRate: '7.00' });
  const inDollars = (amount: string) => formatMoney(money(amount, 'USD'));
  return {
    rows: lines.map((line, n) => [
      line.description,
      line.quantity,
      inDollars(line.unitPrice),
      inDollars(totals.lines[n]?.total ?? '0'),
    ]),
    sums: [
      ['Subtotal', inDollars(totals.subtotal)],
      ['Tax (7%)', inDollars(totals.taxAmount)],
      ['Total', inDollars(totals.total)],
    ],
  };
};

const FROM = ['Bench Owner', '48 Pine Street', 'Burlington, VT 05401', 'pdf@example.com'];
const TO = ['Harbor & Pine', 'Attn. Marta Lindqvist', '92 Commercial Street', 'Portland, ME 04101'];
const META = ['Issued Nov 20, 2026', 'Due Dec 20, 2026', 'INV-2026-4821'];
const REMARK =
  'Thank you for the quick feedback. Payable within 30 days by bank transfer or check.';
const PAY_URL = 'https://remit.example/pay-invoice/5f1c9e2a7b3d4c6e8f90a1b2c3d4e5f6';

const fontFile = (weight: string) => join(fontFolder(), `inter/Inter_${weight}.ttf`);
const FONTS = [
  { weight: 400, file: fontFile('400Regular') },
  { weight: 600, file: fontFile('600SemiBold') },
] as const;

const FACES = FONTS.map(({ weight, file }) => {
  const bytes = readFileSync(file).toString('base64');
  return `@font-face{font-family:Inter;font-weight:${weight};src:url(data:font/ttf;base64,${bytes})}`;
}).join('');

/** The same content: parties, dates, lines, sums, QR code, notes, in Inter. */
function html(lines: Line[]): string {
  const { rows, sums } = makeRows(lines);
  const block = (texts: readonly string[]) =>
    `<div>${texts.map((text) => `<p>${text}</p>`).join('')}</div>`;
  const cells = (row: string[]) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  return `<!doctype html><style>${FACES}body{font:10pt Inter;margin:2cm}p{margin:0}h1{font-weight:600}
    table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #ddd;padding:4px}svg{width:25mm}
    .parts{display:flex;gap:2cm}</style><h1>Invoice</h1>
    <div class="parts">${block(FROM)}${block(TO)}${block(META)}</div>
    <table>${rows.map(cells).join('')}</table><table>${sums.map(cells).join('')}</table>
    ${renderSVG(PAY_URL, { border: 0 })}${block([REMARK])}`;
}

/**
 * react-pdf has packages of its own, 40 MB of them, which only `npm run bench` installs; without them
 * this peer alone is left out.
 */
async function openReactPdf() {
  if (!existsSync('bench/react-pdf/node_modules')) return undefined;
  const { drawWithReactPdf, registerFaces } = await import('./react-pdf/draw.mjs');
  registerFaces(FONTS);
  const code = encode(PAY_URL, { border: 0 });
  return async (run: number) => {
    const start = performance.now();
    const lines = makeRows(makeLines(14, run));
    await drawWithReactPdf({ blocks: [FROM, TO, META], ...lines, remark: REMARK, code });
    return performance.now() - start;
  };
}
