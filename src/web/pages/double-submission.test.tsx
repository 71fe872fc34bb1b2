// @vitest-environment jsdom
/**
 * Every dialog of the sweep's list that writes is submitted twice, and writes once. What opened it leaves
 * it open, as it stands on the screen for a while after a success; presses come while the first is on its
 * way, and after it.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readWanted } from '../../../test/e2e/screens/listed.ts';
import { SendEmailDialog } from '../documents/email/send-email-dialog.tsx';
import { DocumentDialogs } from '../documents/records/document-dialogs.tsx';
import { ConfirmIdentity } from '../features/account/confirm-identity.tsx';
import { Passkeys } from '../features/account/passkeys.tsx';
import { MoveDialog } from '../features/calendar/move-dialog.tsx';
import { CorrectInvoiceDialog } from '../features/credit-notes/correct-invoice-dialog.tsx';
import { creditNoteRecords } from '../features/credit-notes/credit-note-records.ts';
import { CreditSheet } from '../features/credit-notes/credit-sheet.tsx';
import { ApplyCreditNoteDialog } from '../features/credit-notes/credit/apply-credit-note-dialog.tsx';
import { CreditUse } from '../features/credit-notes/credit/credit-use.tsx';
import { RecordRefundDialog } from '../features/credit-notes/credit/record-refund-dialog.tsx';
import { AutomaticPayment } from '../features/customer-account/automatic-payment.tsx';
import { CustomerPortal } from '../features/customer-account/customer-portal.tsx';
import { MergedCustomers } from '../features/customer-account/merged-customers.tsx';
import { SendStatementDialog } from '../features/customer-account/send-statement-dialog.tsx';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { DepositDialog } from '../features/estimates/deposit-dialog.tsx';
import { ExpenseDialog } from '../features/expenses/expense-dialog.tsx';
import { InvoiceCharge } from '../features/invoices/charge/invoice-charge.tsx';
import { DeleteInvoicesDialog } from '../features/invoices/delete-invoices-dialog.tsx';
import { RefundDialog } from '../features/invoices/detail/refund-dialog.tsx';
import { MarkPaidDialog } from '../features/invoices/mark-paid-dialog.tsx';
import { RecordPaymentDialog } from '../features/invoices/payments/record-payment-dialog.tsx';
import { UndoPaymentDialog } from '../features/invoices/payments/undo-payment-dialog.tsx';
import { UndoWriteOffDialog } from '../features/invoices/payments/undo-write-off-dialog.tsx';
import { WriteOffDialog } from '../features/invoices/payments/write-off-dialog.tsx';
import { PauseRemindersDialog } from '../features/invoices/reminders/pause-reminders-dialog.tsx';
import { ItemDialog } from '../features/items/item-dialog.tsx';
import { TemplateDialog } from '../features/profile/email-templates/template-dialog.tsx';
import { IssuedInvoicesCard } from '../features/profile/numbers/issued-invoices-card.tsx';
import { NumberSeriesDialog } from '../features/profile/numbers/number-series-dialog.tsx';
import { LateFeeDialog } from '../features/profile/reminders/late-fee-dialog.tsx';
import { ReminderDialog } from '../features/profile/reminders/reminder-dialog.tsx';
import { TaxRateDialog } from '../features/profile/taxes/tax-rate-dialog.tsx';
import { RecurringActions } from '../features/recurring/recurring-actions.tsx';
import { SuspendDialog } from '../features/users/suspend-dialog.tsx';

const TODAY = '2026-11-28';
const CUSTOMER = {
  id: 3,
  version: 1,
  name: 'Harbor Ltd',
  company: null,
  email: 'marta@example.com',
};
const PAYMENT = {
  id: 9,
  provider: 'stripe',
  status: 'completed',
  paymentMethod: 'cash',
  paymentDate: TODAY,
  amount: '40.00',
  currency: 'USD',
  refundedAmount: '0.00',
  unappliedAmount: '0.00',
  partAmount: null,
  reference: null,
  allocations: [],
};
/** Has a little of everything, so that it can be the answer to any call. */
const ANYTHING = {
  ...CUSTOMER,
  customerId: 3,
  customer: CUSTOMER,
  status: 'sent',
  issueDate: TODAY,
  dueDate: TODAY,
  nextDueDate: TODAY,
  expiryDate: TODAY,
  invoiceNumber: 'INV-1',
  creditNoteNumber: 'CN-1',
  estimateNumber: 'EST-1',
  correctsInvoiceId: null,
  currency: 'USD',
  total: '100.00',
  taxAmount: '0.00',
  amountDue: '100.00',
  amountPaid: '0.00',
  amountReceived: '0.00',
  amountAdjusted: '0.00',
  amountWrittenOff: '20.00',
  unappliedAmount: '50.00',
  leftToInvoice: '100.00',
  left: '100.00',
  balance: '100.00',
  depositInvoices: [],
  deposit: null,
  installments: [],
  payments: [],
  refunds: [],
  allocations: [],
  emails: [],
  lines: [],
  lineItems: [],
  taxRate: '0.00',
  undrawn: [],
  entries: [],
  merged: [],
  nextNumbers: ['A-1'],
  archivedAt: null,
  templates: {},
  timeZone: 'Europe/Berlin',
  businessName: 'Marram Studio',
  editorColumns: [],
  issuedInvoices: 'revise',
  user: { id: 'u', email: 'ted@example.com' },
};
const any = <T,>(more: object = {}): T => ({ ...ANYTHING, ...more }) as unknown as T;

interface Entry {
  /** The files of the sweep's list that it stands for. */
  over: string[];
  draw: (written: () => Promise<never>) => ReactElement;
  /** What opens it, where it is not open yet. */
  opens?: string;
  /** What is typed first, by the fields' labels. */
  types?: Record<string, string>;
  button: string;
  /** What the server answers to reads, by the end of the address. */
  reads?: Record<string, unknown>;
  /** And to what is written. */
  answer?: unknown;
}

const noop = () => {};
const one = any<never>();
const PAGE = [any({ total: '80.00', amountDue: '80.00' })];
const TEMPLATE = { subject: 'Invoice {number}', message: 'Dear {customer}' };
const TEMPLATES = Object.fromEntries(
  ['invoice', 'estimate', 'credit_note', 'statement', 'refund'].map((kind) => [kind, TEMPLATE]),
);

const ENTRIES: Entry[] = [
  {
    over: ['features/customers/customer-dialog.tsx'],
    draw: () => <CustomerDialog opened onClose={noop} />,
    types: { Name: 'Harbor Ltd' },
    button: 'Add customer',
  },
  {
    over: ['features/items/item-dialog.tsx'],
    draw: () => <ItemDialog opened onClose={noop} />,
    types: { Name: 'Hour', 'Unit price': '80' },
    button: 'Add item',
  },
  {
    over: ['features/expenses/expense-dialog.tsx'],
    draw: () => <ExpenseDialog opened onClose={noop} />,
    types: { Description: 'Train', Amount: '80', Category: 'Travel' },
    button: 'Add expense',
  },
  {
    over: ['features/profile/taxes/tax-rate-dialog.tsx'],
    draw: () => <TaxRateDialog opened onClose={noop} />,
    types: { Name: 'GST', Rate: '5' },
    button: 'Add tax rate',
  },
  {
    over: ['features/profile/numbers/number-series-dialog.tsx'],
    draw: () => <NumberSeriesDialog opened kind="estimate" onClose={noop} />,
    button: 'Add series',
  },
  {
    over: ['features/profile/numbers/issued-invoices-card.tsx'],
    draw: () => <IssuedInvoicesCard country={null} />,
    opens: 'Lock issued invoices',
    button: 'Lock issued invoices',
  },
  {
    over: ['features/profile/email-templates/template-dialog.tsx'],
    draw: (written) => (
      <TemplateDialog kind="invoice" stored={undefined} save={written} onClose={noop} />
    ),
    button: 'Save template',
  },
  {
    over: ['features/profile/reminders/reminder-dialog.tsx'],
    draw: (written) => (
      <ReminderDialog opened step={undefined} others={[]} save={written} onClose={noop} />
    ),
    button: 'Add reminder',
  },
  {
    over: ['features/profile/reminders/late-fee-dialog.tsx'],
    draw: (written) => <LateFeeDialog opened fee={null} save={written} onClose={noop} />,
    button: 'Save changes',
  },
  {
    over: ['features/users/suspend-dialog.tsx'],
    draw: () => <SuspendDialog user={any({ suspendedAt: null })} onClose={noop} />,
    button: 'Suspend account',
  },
  {
    over: ['features/account/confirm-identity.tsx'],
    draw: () => <ConfirmIdentity opened onConfirmed={noop} onCancel={noop} />,
    types: { Password: 'correct horse' },
    button: 'Confirm',
  },
  {
    over: ['features/account/passkeys.tsx'],
    draw: () => <Passkeys />,
    reads: { 'list-user-passkeys': [{ id: 'p', name: 'Laptop', createdAt: null }] },
    opens: 'Remove Laptop',
    button: 'Remove',
  },
  {
    over: ['features/calendar/move-dialog.tsx', 'features/calendar/event-row.tsx'],
    draw: (written) => (
      <MoveDialog
        opened
        today={TODAY}
        event={any({ kind: 'due', date: TODAY, customerName: 'Harbor Ltd', installment: null })}
        move={{ label: 'Move', hint: '', act: written }}
        onClose={noop}
      />
    ),
    button: 'Move',
  },
  {
    over: ['features/credit-notes/correct-invoice-dialog.tsx'],
    draw: () => <CorrectInvoiceDialog opened invoiceId={7} onClose={noop} onCorrected={noop} />,
    answer: { creditNote: ANYTHING, invoice: ANYTHING },
    button: 'Correct invoice',
  },
  {
    over: ['features/credit-notes/credit-sheet.tsx'],
    draw: () => <CreditSheet invoiceId={7} onClose={noop} onSaved={noop} />,
    reads: { creditable: { ...ANYTHING, invoiceId: 7 }, 'next-number': ANYTHING },
    button: 'Create draft',
  },
  {
    over: ['features/credit-notes/credit/record-refund-dialog.tsx'],
    draw: () => <RecordRefundDialog opened creditNote={one} today={TODAY} onClose={noop} />,
    button: 'Record refund',
  },
  {
    over: ['features/credit-notes/credit/credit-use.tsx'],
    draw: () => (
      <CreditUse
        creditNote={any({
          allocations: [{ invoiceId: 8, invoiceNumber: 'INV-8', amount: '10.00' }],
        })}
      />
    ),
    opens: 'Unapply $10.00 from INV-8',
    button: 'Unapply',
  },
  {
    over: ['documents/payments/apply-credit-dialog.tsx'],
    draw: () => <ApplyCreditNoteDialog creditNote={one} opened onClose={noop} />,
    reads: { invoices: PAGE, '/credit-notes/3': ANYTHING },
    button: 'Apply $50.00',
  },
  {
    over: ['features/estimates/deposit-dialog.tsx'],
    draw: () => (
      <DepositDialog estimate={one} opened onClose={noop} onMade={noop} onTrialExpired={noop} />
    ),
    types: { Deposit: '30%' },
    button: 'Create deposit invoice',
  },
  {
    over: ['features/invoices/charge/invoice-charge.tsx'],
    draw: () => <InvoiceCharge invoice={one} />,
    reads: {
      charge: {
        ...ANYTHING,
        card: 'Visa ending 4242',
        without: null,
        date: TODAY,
        plannedDate: TODAY,
        amount: '100.00',
        isSkipped: false,
        isMoved: false,
        now: { amount: '100.00' },
      },
    },
    opens: 'Charge saved card',
    button: 'Charge $100.00',
  },
  {
    over: ['features/invoices/delete-invoices-dialog.tsx'],
    draw: (written) => <DeleteInvoicesDialog invoices={[one]} onClose={noop} onConfirm={written} />,
    button: 'Delete',
  },
  {
    over: ['features/invoices/mark-paid-dialog.tsx'],
    draw: (written) => (
      <MarkPaidDialog
        invoices={[one]}
        today={TODAY}
        onClose={noop}
        onConfirm={async () => {
          await written();
          return { marked: true };
        }}
      />
    ),
    button: 'Mark as Paid',
  },
  {
    over: ['features/invoices/detail/refund-dialog.tsx'],
    draw: () => (
      <RefundDialog
        invoice={one}
        wish={{ payment: PAYMENT, amount: { amount: '40.00', currency: 'USD' } } as never}
        onClose={noop}
        onCredit={noop}
      />
    ),
    button: 'Refund $40.00',
  },
  {
    over: ['features/invoices/payments/record-payment-dialog.tsx'],
    draw: () => (
      <RecordPaymentDialog payer={one} invoice={one} today={TODAY} opened onClose={noop} />
    ),
    reads: { invoices: [] },
    answer: PAYMENT,
    button: 'Record payment',
  },
  {
    over: ['features/invoices/payments/undo-payment-dialog.tsx'],
    draw: () => <UndoPaymentDialog payment={PAYMENT as never} onClose={noop} />,
    reads: { '/payments/9': PAYMENT },
    answer: PAYMENT,
    button: 'Undo payment',
  },
  {
    over: ['features/invoices/payments/undo-write-off-dialog.tsx'],
    draw: () => <UndoWriteOffDialog invoice={one} opened onClose={noop} />,
    button: 'Undo write-off',
  },
  {
    over: ['features/invoices/payments/write-off-dialog.tsx'],
    draw: () => <WriteOffDialog invoice={one} opened onClose={noop} />,
    types: { Reason: 'Insolvent' },
    button: 'Write off $100.00',
  },
  {
    over: ['features/invoices/reminders/pause-reminders-dialog.tsx'],
    draw: (written) => (
      <PauseRemindersDialog
        opened
        change={{ mutateAsync: written, error: null } as never}
        onClose={noop}
      />
    ),
    button: 'Pause reminders',
  },
  {
    over: ['documents/records/document-dialogs.tsx'],
    draw: (written) => (
      <DocumentDialogs
        records={creditNoteRecords}
        email={{ writing: undefined, actions: {} as never }}
        shared={undefined}
        question={{ asked: 'issue' }}
        busy={false}
        answer={() => void written()}
        cancel={noop}
        endSharing={noop}
        words={{ title: 'Issue it?', label: 'Issue', text: '' }}
      />
    ),
    button: 'Issue',
  },
  {
    over: ['documents/email/send-email-dialog.tsx'],
    draw: () => (
      <SendEmailDialog
        mail={creditNoteRecords.mail}
        email={{ writing: one, actions: { close: noop, queued: noop } as never }}
        page="Its page"
      />
    ),
    reads: { '/credit-notes/3': ANYTHING, settings: { templates: TEMPLATES } },
    button: 'Send credit note',
  },
  {
    over: ['features/customer-account/send-statement-dialog.tsx'],
    draw: () => <SendStatementDialog customer={one} opened onClose={noop} />,
    reads: {
      settings: { templates: TEMPLATES },
      emails: [],
      statement: { ...ANYTHING, from: '2026-01-01', to: TODAY, accounts: [] },
    },
    button: 'Send statement',
  },
  {
    over: ['features/customer-account/merged-customers.tsx'],
    draw: () => (
      <MergedCustomers
        account={any({ merged: [{ ...CUSTOMER, mergedAt: '2026-11-01T10:00:00Z', notes: null }] })}
      />
    ),
    opens: 'Separate again: Harbor Ltd',
    button: 'Separate',
  },
  {
    over: ['features/customer-account/customer-portal.tsx'],
    draw: () => <CustomerPortal customer={one} />,
    reads: { portal: { lastVisitAt: '2026-11-01T10:00:00Z', hasAccess: true, proposal: null } },
    opens: 'End access',
    button: 'End access',
  },
  {
    over: ['features/customer-account/automatic-payment.tsx'],
    draw: () => <AutomaticPayment customer={one} />,
    reads: {
      'automatic-payment': {
        card: { brand: 'visa', last4: '4242', agreedAt: '2026-11-01T10:00:00Z' },
      },
    },
    opens: 'End',
    button: 'End automatic payment',
  },
  {
    over: ['features/recurring/recurring-actions.tsx'],
    draw: () => (
      <RecurringActions
        recurring={any({
          status: 'paused',
          nextDate: '2026-01-01',
          catchUp: 'all',
          delivery: 'draft',
        })}
        onEdit={noop}
      />
    ),
    opens: 'Resume',
    button: 'Catch up',
  },
];

/** What lies over a page and writes nothing by itself, or is proved elsewhere. */
const WITHOUT: Record<string, readonly string[]> = {
  'a menu, a list or a picture': [
    'app/avatar-menu.tsx',
    'app/menu-sheet.tsx',
    'app/mobile-bars.tsx',
    'app/notifications-bell.tsx',
    'app/shell.tsx',
    'documents/detail/document-actions.tsx',
    'documents/document-card.tsx',
    'documents/editor/adjustment-rows.tsx',
    'documents/editor/editor-options.tsx',
    'documents/editor/item-picker.tsx',
    'documents/editor/line-suggestions.tsx',
    'documents/editor/line-taxes.tsx',
    'documents/editor/preview-dialog.tsx',
    'documents/share/share-dialog.tsx',
    'documents/trial-expired-dialog.tsx',
    'features/customer-account/account-view.tsx',
    'features/customer-account/payment-columns.tsx',
    'features/install/install-hint.tsx',
    'features/invoices/list/row-menu.tsx',
    'features/invoices/payment-link-dialog.tsx',
    'features/profile/live-preview.tsx',
    'features/profile/reminders/reminder-preview.tsx',
    'features/profile/reminders/reminders-card.tsx',
    'features/profile/taxes/tax-rates-card.tsx',
    'features/search/search-options-list.tsx',
    'features/search/search-palette.tsx',
    'ui/combobox-field.tsx',
    'ui/date-field.tsx',
  ],
  'changes only what is typed or shown': [
    'documents/editor/line-sheet.tsx',
    'documents/filter/filter-button.tsx',
    'ui/unsaved-guard.tsx',
  ],
  'hands over to the editor, which test/e2e/double-submission.e2e.ts submits': [
    'documents/editor/conflict-dialog.tsx',
    'documents/editor/document-editor.tsx',
    'features/invoices/editor/set-back-dialog.tsx',
  ],
  'asks by ConfirmDialog what others here ask by it': [
    'features/profile/logo-field.tsx',
    'features/profile/numbers/numbers-card.tsx',
    'features/profile/payment-settings.tsx',
    'features/profile/profile-form.tsx',
    'records/record-list-page.tsx',
  ],
  'needs a customer to be found first; its form is a DialogForm': [
    'features/customer-account/merge-dialog.tsx',
  ],
  'has single buttons that stay busy': [
    'features/calendar/feed-dialog.tsx',
    'features/outbox/message-dialog.tsx',
    'features/users/blocks-dialog.tsx',
  ],
};

test('each entry of the list is submitted here, or named as one that is not', () => {
  const known = [...ENTRIES.flatMap(({ over }) => over), ...Object.values(WITHOUT).flat()];
  expect(known.toSorted()).toEqual([...readWanted().layers.keys()].toSorted());
});

describe('two presses write once', () => {
  const ANSWERED_AFTER_MS = 15;
  let writes: string[];
  let close: () => void = noop;

  beforeEach(() => {
    writes = [];
    // Nothing has a place on a page that is not drawn, and what has none is not focused.
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([
      new DOMRect(),
    ] as unknown as DOMRectList);
    Element.prototype.scrollIntoView = noop;
    Element.prototype.scrollBy = noop;
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = noop;
        disconnect = noop;
      },
    );
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: noop,
      removeEventListener: noop,
    }));
  });
  afterEach(() => {
    close();
    document.body.replaceChildren();
    sessionStorage.clear();
  });

  const answerLater = async (json: unknown, status = 200) => {
    await new Promise((done) => setTimeout(done, ANSWERED_AFTER_MS));
    return new Response(JSON.stringify(json), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };

  function draw({ draw: drawEntry, reads = {}, answer = ANYTHING }: Entry): void {
    vi.stubGlobal('fetch', (request: Request | string | URL, init?: RequestInit) => {
      const sent =
        request instanceof Request ? request : new Request(new URL(request, 'http://x'), init);
      const { pathname } = new URL(sent.url);
      // A preview is asked for by a POST, and writes nothing.
      if (sent.method !== 'GET' && !pathname.endsWith('/preview')) {
        writes.push(`${sent.method} ${pathname}`);
        return answerLater(answer);
      }
      const known = Object.entries(reads).find(([end]) => pathname.endsWith(end));
      if (known) return answerLater(known[1]);
      if (/profile$|installation$|user$/.test(pathname)) return answerLater(ANYTHING);
      return answerLater({ code: 'NOT_FOUND', message: 'Not found' }, 404);
    });
    const written = async () => {
      writes.push('by its owner');
      await answerLater({});
      return true as never;
    };
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const router = createMemoryRouter([{ path: '*', element: drawEntry(written) }]);
    root.render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    close = () => {
      root.unmount();
      client.clear();
    };
  }

  const findButton = (name: string) =>
    [...document.querySelectorAll('button')].findLast(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    );
  const waitForButton = (name: string) =>
    vi.waitFor(() => {
      const found = findButton(name);
      if (!found || found.disabled) throw new Error(`No ${name} in: ${document.body.textContent}`);
      return found;
    });
  const type = (label: string, words: string) => {
    const named = [...document.querySelectorAll('label')].find((each) =>
      each.textContent?.startsWith(label),
    );
    const field = document.getElementById(named?.htmlFor ?? '') as HTMLInputElement;
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, words);
    for (const event of ['input', 'change'])
      field.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const pause = () => new Promise((done) => setTimeout(done, 3 * ANSWERED_AFTER_MS));

  test.each(ENTRIES.map((entry) => ({ ...entry, name: entry.over[0] })))('$name', async (entry) => {
    draw(entry);
    if (entry.opens !== undefined) (await waitForButton(entry.opens)).click();
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
    for (const [label, words] of Object.entries(entry.types ?? {})) {
      await vi.waitFor(() => type(label, words));
    }
    const button = await waitForButton(entry.button);
    button.click();
    button.click();
    await vi.waitFor(() =>
      expect(writes.length, document.body.textContent ?? '').toBeGreaterThan(0),
    );
    button.click();
    await pause();
    // The same place on the screen, whatever stands in it now.
    (findButton(entry.button) ?? button).click();
    await pause();
    expect(writes).toHaveLength(1);
  });
});
