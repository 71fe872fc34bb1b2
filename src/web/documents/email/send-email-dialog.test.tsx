// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import type { DocumentMail, MailedDetail } from './document-mail.ts';
import { SendEmailDialog } from './send-email-dialog.tsx';

const TO = 'lodz@x.example';
const MESSAGE = 'The issue date must not be before Nov 26, 2026';
const invoice = {
  id: 3,
  status: 'draft',
  customer: { id: 1, name: 'Lodz', email: TO },
  issueDate: '2026-11-20',
  dueDate: '2026-12-12',
  installments: [],
  emails: [],
} as unknown as MailedDetail;

let root: Root;
let client: QueryClient;
let toasts: unknown[];
const refusal = Object.create(ApiError.prototype, {
  fields: { value: [{ path: 'issueDate', message: MESSAGE }] },
}) as ApiError;

const mail = {
  of: 'invoice',
  facts: () => ({ of: 'invoice', number: '', amount: '1.00', currency: 'EUR', date: '2026-12-12' }),
  stored: () => ({ queryKey: ['stored'], queryFn: () => Promise.resolve(invoice) }),
  picture: () => ({ queryKey: ['picture'], queryFn: () => Promise.resolve({ undrawn: [] }) }),
  send: () => Promise.reject(refusal),
  refused: (error: unknown) => toasts.push(error),
} as unknown as DocumentMail<MailedDetail>;

/** @param recipient what is known of the address */
async function open(recipient: 'goes' | 'blocked'): Promise<void> {
  const known = { bouncedAt: null, blockedAt: null, unblockAskedAt: null };
  client.setQueryData(orpc.sender.get.queryKey({ input: { to: TO } }), { recipient } as never);
  client.setQueryData(orpc.emails.address.queryKey({ input: { address: TO } }), known as never);
  const email = { writing: invoice, actions: { close: () => {}, queued: () => {} } as never };
  const element = <SendEmailDialog mail={mail} email={email} page="Its page" />;
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  );
  await expect.poll(() => button('Send invoice')).toBeDefined();
  // The dialog's own first focus is not to come later than what is pressed here.
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('customerEmail');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const button = (words: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);

beforeEach(() => {
  toasts = [];
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const data: [readonly unknown[], unknown][] = [
    [['stored'], invoice],
    [['picture'], { undrawn: [] }],
    [orpc.emails.settings.queryKey(), { templates: {} }],
    [orpc.profile.get.queryKey(), { businessName: 'Linde', timeZone: 'Europe/Berlin' }],
    [
      orpc.numberSeries.list.queryKey(),
      [{ kind: 'invoice', archivedAt: null, nextNumbers: ['R-4'] }],
    ],
    [orpc.account.installation.queryKey(), { mail: 'smtp' }],
  ];
  for (const [key, value] of data) client.setQueryData(key, value);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  client.clear();
});

test('nothing is sent to a recipient who has blocked the business', async () => {
  await open('blocked');
  await expect
    .poll(() => document.body.textContent)
    .toContain('so the invoice will not be sent to them.');
  expect(button('Send invoice')?.disabled).toBe(true);
  expect(button('Request unblocking')).toBeDefined();
});

test('a date that a series refuses is told at the switch that solves it, which has the focus', async () => {
  await open('goes');
  expect(document.body.textContent).toContain('R-4 becomes its number');
  const dated = document.querySelector<HTMLInputElement>('input[type=checkbox]');
  dated?.click();
  await expect
    .poll(() => document.body.textContent)
    .toContain('The invoice keeps its date, Nov 20, 2026.');
  button('Send invoice')?.click();
  await expect
    .poll(() => document.body.textContent)
    .toContain(`${MESSAGE}. Select ‘Date the invoice the day it is sent’ to solve this.`);
  await expect.poll(() => document.activeElement).toBe(dated);
  expect(toasts).toEqual([]);
  dated?.click();
  await expect.poll(() => document.body.textContent).not.toContain(MESSAGE);
});
