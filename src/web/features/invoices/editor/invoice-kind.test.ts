import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { takeEmailRequests } from '../../../documents/email/email-request.ts';
import { invoiceCalls, invoiceKind } from './invoice-kind.ts';

const { said, followed } = vi.hoisted(() => ({ said: vi.fn(), followed: vi.fn() }));
vi.mock('../../../ui/notify.tsx', () => ({
  notify: {
    success: (...words: unknown[]) => said('success', ...words),
    error: (...words: unknown[]) => said('error', ...words),
  },
}));
vi.mock('../refresh-invoices.ts', () => ({
  refreshAfterCreate() {},
  refreshAfterChange() {},
  refreshInvoice() {},
}));
vi.mock('../../../documents/email/follow-email.ts', () => ({ followEmail: followed }));

const client = new QueryClient();
const made = (values: Partial<InvoiceDetail>) =>
  ({
    id: 7,
    invoiceNumber: 'INV-1',
    status: 'sent',
    emails: [],
    customer: { id: 1, email: null },
    ...values,
  }) as unknown as InvoiceDetail;

beforeEach(() => {
  said.mockClear();
  followed.mockClear();
});

it('tells whose message is on its way, and follows it', () => {
  const [message] = [{ id: 3 }] as InvoiceDetail['emails'];
  invoiceCalls.created(client, made({ emails: message ? [message] : [] }));
  expect(said).toHaveBeenCalledExactlyOnceWith('success', 'Success', {
    words: 'Invoice created successfully',
    about: 'INV-1',
  });
  expect(followed.mock.calls[0]?.slice(2)).toEqual([7, 3]);
});

it('says to whom a message goes that can be taken back, and follows it from then on', () => {
  const message = {
    id: 3,
    to: 'marta@example.com',
    waitsFor: 'undo',
    createdAt: '2026-11-20T12:00:00.000Z',
    nextAttemptAt: '2026-11-20T12:00:10.000Z',
  } as InvoiceDetail['emails'][number];
  invoiceCalls.created(client, made({ emails: [message] }));
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'success',
    'Success',
    { words: 'Invoice created successfully', about: 'Sending INV-1 to marta@example.com' },
    { label: 'Undo', forMs: 10_000, onClick: expect.any(Function) },
  );
  expect(followed.mock.calls[0]?.slice(2)).toEqual([7, 3, 10_000]);
});

it('does not call it a success when there was nobody to write to', () => {
  const invoice = made({});
  invoiceCalls.created(client, invoice);
  const [kind, title, words, ...ways] = said.mock.calls[0] as [
    string,
    string,
    unknown,
    ...{ label: string; onClick: () => void }[],
  ];
  expect([kind, title, words]).toEqual([
    'error',
    'No Email Address',
    {
      words: "Invoice created successfully. Customer doesn't have an email address on file.",
      about: 'INV-1',
    },
  ]);
  expect(ways.map(({ label }) => label)).toEqual(['Enter one', 'Copy public link']);
  const written: unknown[] = [];
  const stop = takeEmailRequests('invoice', (one) => written.push(one));
  ways[0]?.onClick();
  stop();
  expect(written).toEqual([invoice]);
  expect(followed).not.toHaveBeenCalled();
});

it('says before the press to whom an email goes, or that none does', () => {
  const customer = {
    name: 'Marta Lindqvist',
    company: 'Harbor & Pine',
    email: 'marta@example.com',
  };
  expect(invoiceKind.sendNote(customer, 'smtp')).toBe(
    'Create & Send emails it to marta@example.com immediately.',
  );
  expect(invoiceKind.sendNote(customer, 'smtp', 10)).toBe(
    'Create & Send emails it to marta@example.com. You can undo that for 10 seconds.',
  );
  expect(invoiceKind.sendNote(customer, 'outbox')).toBe(
    'No mail server is set up: the email to marta@example.com stays in the outbox.',
  );
  for (const mail of ['smtp', 'outbox'] as const) {
    expect(invoiceKind.sendNote({ ...customer, email: null }, mail)).toBe(
      'Harbor & Pine has no email address: the invoice is marked as sent, but no email is sent.',
    );
  }
});
