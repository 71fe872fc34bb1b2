import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';

type StepName = keyof Dashboard['firstSteps'];

export interface Step {
  name: StepName;
  title: string;
  text: string;
  to: string;
}

/** What a new account does first, in order. */
export const STEPS: readonly Step[] = [
  {
    name: 'profile',
    title: 'Complete your business profile',
    text: 'Your name, address and colors appear on every document.',
    to: '/business-profile',
  },
  {
    name: 'customer',
    title: 'Add a customer',
    text: 'With an address and an email, so that invoices reach them.',
    to: '/customers?new=1',
  },
  {
    name: 'invoice',
    title: 'Create an invoice',
    text: 'The finished document takes shape beside the form as you type.',
    to: '/invoices?new=1',
  },
  {
    name: 'sent',
    title: 'Send it',
    text: 'By email with its PDF, or as a link that you share yourself.',
    to: '/invoices?status=draft',
  },
  {
    name: 'payments',
    title: 'Take payments online',
    text: 'Connect Stripe or PayPal, and customers pay from the invoice’s page.',
    to: '/business-profile',
  },
];

/**
 * How far somebody has come: how many steps are done, the first that is not, and which are told. With
 * more than half of them done it is only what is left.
 */
export function progress(done: Dashboard['firstSteps']): {
  count: number;
  next: StepName | undefined;
  compact: boolean;
  told: readonly Step[];
} {
  const left = STEPS.filter(({ name }) => !done[name]);
  const count = STEPS.length - left.length;
  const compact = count > STEPS.length / 2;
  return { count, next: left[0]?.name, compact, told: compact ? left : STEPS };
}

/** Whether the account is as it was opened: nothing written, nothing happened. */
export function isFresh({ recentInvoices, recentActivity, months }: Dashboard): boolean {
  return (
    recentInvoices.length === 0 &&
    recentActivity.length === 0 &&
    months.every(({ invoiced, paid, expenses }) =>
      [invoiced, paid, expenses].every((amount) => Number(amount) === 0),
    )
  );
}
