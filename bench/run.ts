/** `npm run bench [-- name …]`: measures, as ratios within one run, and prints tables. */
import { cpus, totalmem } from 'node:os';
import { benchCreate } from './create.bench.ts';
import { benchFigures } from './figures.bench.ts';
import { benchLists } from './lists.bench.ts';
import type { Row } from './measure.ts';
import { mib, table } from './measure.ts';
import { benchPages } from './pages.bench.ts';
import { benchPayments } from './payments.bench.ts';
import { benchPdf } from './pdf.bench.ts';
import { benchPreview } from './preview.bench.ts';
import { benchSockets } from './sockets.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchUsers } from './users.bench.ts';

const SECTIONS: Record<string, { title: string; run: () => Promise<Row[]> }> = {
  preview: { title: 'The live document', run: benchPreview },
  pdf: { title: 'PDF', run: benchPdf },
  lists: { title: 'Lists and searches (PostgreSQL)', run: benchLists },
  users: { title: 'Accounts, as the admin sees them (PostgreSQL)', run: benchUsers },
  figures: { title: 'Dashboard, reports and search (PostgreSQL)', run: benchFigures },
  create: { title: 'Creating invoices', run: benchCreate },
  payments: { title: 'Payments', run: benchPayments },
  pages: { title: 'Pages on a slow connection', run: benchPages },
  sockets: { title: 'News over web sockets (PostgreSQL)', run: benchSockets },
  start: { title: 'Start and memory', run: benchStart },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) {
  throw new Error(
    `No such section: ${unknown.join(', ')}. There are ${Object.keys(SECTIONS).join(', ')}.`,
  );
}
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${mib(totalmem())}\n\n`,
);
let missed = 0;
for (const [name, { title, run }] of Object.entries(SECTIONS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const rows = await run();
  missed += rows.filter((row) => row.met === false).length;
  process.stdout.write(`${table(title, rows)}\n`);
}
process.stdout.write(missed === 0 ? 'Every goal was met.\n' : `${missed} goals were missed.\n`);
