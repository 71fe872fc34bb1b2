/**
 * A renderer process: draws one document at a time for the pool that forked it, and ends with it.
 */
import { Worker } from 'node:worker_threads';
import { invoiceDocument } from '../../../shared/documents/invoice-document.ts';
import { openDocumentRenderer } from './document-renderer.ts';
import { prepareDocument } from './prepare-document.ts';
import type { RendererMessage, RenderJob } from './renderer-messages.ts';

/**
 * While native code runs, the main thread hears nothing: a thread of its own notices that the
 * parent is gone and ends the process even then.
 */
const WATCH_PARENT = `
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;

// Ctrl-C and service managers signal the whole group; the parent still needs its documents then,
// and ends its renderers itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
new Worker(WATCH_PARENT, { eval: true, execArgv: [], env: {} }).unref();

const send = (message: RendererMessage) => {
  if (process.connected) process.send?.(message);
};

const render = openDocumentRenderer();

// Drawn once before anybody waits: the template is read and the fonts are found, or the start fails.
const nothing = invoiceDocument({
  invoice: {
    number: '',
    status: 'sent',
    issueDate: '',
    endDate: '',
    references: [],
    remarks: [],
    supplyDate: '',
    servicePeriod: null,
    exchangeRate: null,
    currency: 'USD',
    pricesIncludeTax: false,
    figures: {
      lineTotal: '0.00',
      discounts: [],
      charges: [],
      subtotal: '0.00',
      taxRate: '0.00',
      taxTotals: [],
      taxAmount: '0.00',
      rounding: '0.00',
      total: '0.00',
    },
    lineItems: [],
    installments: [],
  },
  customer: null,
  business: { businessName: 'Remit' },
});
render({ id: 0, ...prepareDocument('pdf', nothing, {}) });

process.on('message', (job: RenderJob) => {
  const start = performance.now();
  const { id } = job;
  const figures = () => ({ ms: performance.now() - start, memory: process.memoryUsage.rss() });
  try {
    send({ ...render(job), id, ...figures() });
  } catch (error) {
    send({ type: 'failed', id, message: String(error).slice(0, 2_000), memory: figures().memory });
  }
});

send({ type: 'ready' });
