import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { businessProfiles } from '../../src/server/db/tables/profile.table.ts';
import { readCustomer } from '../../src/server/features/customers/customer.store.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { readDashboard } from '../../src/server/features/dashboard/read-dashboard.ts';
import { markOverdue } from '../../src/server/features/invoices/mark-overdue.job.ts';
import {
  listInvoices,
  readInvoice,
  summarizeInvoices,
} from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice, updateInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { readReport } from '../../src/server/features/reports/read-report.ts';
import type { InvoiceFilter } from '../../src/shared/invoices/invoice-status.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { invoiceUpdateInput } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';

const edit = (invoice: InvoiceDetail, values: object) =>
  invoiceUpdateInput.parse({ ...invoice, ...values });

describeOnDatabase('an invoice whose due date has passed', { owned: true }, (db) => {
  let now = new Date('2026-11-20T12:00:00Z');
  const services = { db, clock: { now: () => now } };

  it('is overdue from midnight on where the business is, whenever the job comes by', async () => {
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const invoice = await createInvoice(
      services,
      owner,
      anInvoice(customer.id, { status: 'sent', dueDate: '2026-11-20' }),
    );
    const nothing = await createInvoice(
      services,
      owner,
      anInvoice(customer.id, {
        status: 'sent',
        dueDate: '2026-11-20',
        lineItems: [{ description: 'A gift', quantity: '1', unitPrice: '0' }],
      }),
    );
    await db.orm
      .update(businessProfiles)
      .set({ timeZone: 'America/New_York' })
      .where(eq(businessProfiles.businessId, owner));
    const ids = async (status: InvoiceFilter) =>
      (await listInvoices(db.orm, owner, { status }, now)).rows.map(({ id }) => id);
    const seen = async () => {
      const summary = await summarizeInvoices(db.orm, owner, {}, now);
      const found = await summarizeInvoices(db.orm, owner, { search: invoice.invoiceNumber }, now);
      const dashboard = await readDashboard(services, owner);
      const report = await readReport(services, owner, { reportType: 'invoices', dateRange: '30' });
      return {
        detail: (await readInvoice(db.orm, owner, invoice.id, now)).status,
        sent: await ids('sent'),
        overdue: await ids('overdue'),
        counts: [summary.sent.count, summary.overdue.count, summary.unpaid.count],
        found: [found.sent.count, found.overdue.count],
        customer: (await readCustomer(db.orm, owner, customer.id, now)).balance.overdue,
        dashboard: [dashboard.overdueCount, dashboard.overdue, dashboard.outstanding],
        due: dashboard.due.invoices.map(({ overdue }) => overdue),
        report: report.items.map((item) => 'status' in item && item.status),
      };
    };
    const open = {
      detail: 'sent',
      sent: [invoice.id, nothing.id].toSorted((a, b) => b - a),
      overdue: [],
      counts: [2, 0, 1],
      found: [1, 0],
      customer: '0.00',
      dashboard: [0, '0.00', invoice.total],
      due: [false],
      report: ['sent', 'sent'],
    };
    now = new Date('2026-11-21T04:59:59.999Z');
    expect(await seen()).toEqual(open);
    now = new Date('2026-11-21T05:00:00Z');
    const late = {
      detail: 'overdue',
      sent: [nothing.id],
      overdue: [invoice.id],
      counts: [1, 1, 1],
      found: [0, 1],
      customer: invoice.total,
      dashboard: [1, invoice.total, invoice.total],
      due: [true],
      report: expect.arrayContaining(['sent', 'overdue']) as unknown,
    };
    expect(await seen()).toEqual(late);
    // Sent back as it was read it changes nothing; put off it is sent again, and a new term begins.
    const read = await readInvoice(db.orm, owner, invoice.id, now);
    const noted = await updateInvoice(services, owner, edit(read, { notes: 'Reminded' }));
    expect(noted.history.map(({ type }) => type)).not.toContain('invoice.overdue');
    expect(await seen()).toEqual(late);
    const putOff = await updateInvoice(services, owner, edit(noted, { dueDate: '2026-11-21' }));
    expect(putOff.status).toBe('sent');
    now = new Date('2026-11-22T05:00:00Z');
    expect(await seen()).toEqual(late);
    // The job brings history and news, and no figure changes by it.
    expect(await markOverdue(services)).toBeGreaterThanOrEqual(1);
    expect(await seen()).toEqual(late);
    const marked = await readInvoice(db.orm, owner, invoice.id, now);
    expect(marked.history.filter(({ type }) => type === 'invoice.overdue')).toHaveLength(1);
    expect(
      (await updateInvoice(services, owner, edit(marked, { dueDate: '2026-12-24' }))).status,
    ).toBe('sent');
  });
});
