import { benchAccountReports } from './account-reports.bench.ts';
import { benchCalendar } from './calendar.bench.ts';
import { benchCreate } from './create.bench.ts';
import { benchCustomers } from './customers.bench.ts';
import { benchFigures } from './figures.bench.ts';
import { benchFirstLoad } from './first-load.bench.ts';
import { benchLists } from './lists.bench.ts';
import type { Row } from './measure.ts';
import { benchNavigation } from './navigation.bench.ts';
import { benchPages } from './pages.bench.ts';
import { benchPayments } from './payments.bench.ts';
import { benchPdf } from './pdf.bench.ts';
import { benchPreview } from './preview.bench.ts';
import { benchRecurring } from './recurring.bench.ts';
import type { Scene } from './scene.ts';
import { benchSockets } from './sockets.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchStrangers } from './strangers.bench.ts';
import { benchUsers } from './users.bench.ts';

interface Section {
  title: string;
  run: (scene: Scene) => Promise<Row[]>;
}

/** Everything that `npm run bench` measures, by the names that it takes. */
export const SECTIONS: Record<string, Section> = {
  preview: { title: 'The live document', run: benchPreview },
  strangers: { title: 'The live document while strangers ask for PDFs', run: benchStrangers },
  pdf: { title: 'PDF', run: benchPdf },
  lists: { title: 'Lists and searches (PostgreSQL)', run: benchLists },
  users: { title: 'Accounts, as the admin sees them (PostgreSQL)', run: benchUsers },
  figures: { title: 'Dashboard, reports and search (PostgreSQL)', run: benchFigures },
  accounts: { title: 'Reports on accounts (PostgreSQL)', run: benchAccountReports },
  customers: { title: 'Customers and their accounts (PostgreSQL)', run: benchCustomers },
  calendar: { title: 'Calendar and customer portal (PostgreSQL)', run: benchCalendar },
  create: { title: 'Creating invoices', run: benchCreate },
  recurring: { title: 'Recurring invoices (PostgreSQL)', run: benchRecurring },
  payments: { title: 'Payments', run: benchPayments },
  'first-load': { title: 'First load on a phone with slow 4G', run: benchFirstLoad },
  navigation: { title: 'From one page to the next', run: benchNavigation },
  pages: { title: 'Pages on a slow connection', run: benchPages },
  sockets: { title: 'News over web sockets (PostgreSQL)', run: benchSockets },
  start: { title: 'Start and memory', run: benchStart },
};
