import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { displayName } from '../../shared/accounts/display-name.ts';
import { formatMoney, hundredths } from '../../shared/money/money.ts';
import { orpc } from '../lib/api.ts';
import { useUser } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import classes from './dashboard-page.module.css';

const STEPS = [
  {
    to: '/business-profile',
    title: 'Complete your business profile',
    text: 'Your name, address and colors appear on every document.',
  },
  {
    to: '/customers',
    title: 'Add a customer',
    text: 'With an address and an email, so that an invoice finds its way.',
  },
  {
    to: '/items',
    title: 'List what you sell',
    text: 'Hours, packages, goods: a line of an invoice is then one pick.',
  },
  {
    to: '/invoices?new=1',
    title: 'Make an invoice',
    text: 'The document draws itself beside the form while you type.',
  },
] as const;

const SHORTCUTS = [
  { to: '/invoices?new=1', title: 'New invoice', text: 'The document follows as you type.' },
  { to: '/invoices?status=overdue', title: 'Overdue invoices', text: 'What to ask for first.' },
  { to: '/customers', title: 'Customers', text: 'Who they are, and what they owe.' },
  { to: '/items', title: 'Items & Services', text: 'What you sell, and for how much.' },
] as const;

/** A sentence about the money, and where to go from here. */
export function DashboardPage() {
  const phone = useIsPhone();
  const { data: summary } = useQuery(orpc.invoices.summary.queryOptions({ input: {} }));
  const started = (summary?.all.count ?? 0) > 0;
  return (
    <>
      <Sentence />
      <section className={classes.steps} aria-labelledby="steps">
        <h2 id="steps">{started ? 'Shortcuts' : 'First steps'}</h2>
        <ul>
          {(started ? SHORTCUTS : STEPS).map((step) => (
            <li key={step.to}>
              <Link to={step.to}>
                <b>{step.title}</b>
                <span>{step.text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <p className={classes.later}>
        Revenue, what is due and recent activity are not here yet. The invoices page has every sum.
      </p>
      {phone && (
        <Link className={classes.fab} to="/invoices?new=1" aria-label="New invoice">
          <Icon as={IconPlus} size={26} />
        </Link>
      )}
    </>
  );
}

function Sentence() {
  const user = useUser();
  const { data: summary, isPending } = useQuery(orpc.invoices.summary.queryOptions({ input: {} }));
  if (isPending) {
    return (
      <p className={classes.sentence}>
        <Skeleton width="min(420px, 80%)" height={18} />
      </p>
    );
  }
  const owed = summary && hundredths(summary.unpaid.total) > 0n;
  const overdue = summary?.overdue.count ?? 0;
  return (
    <p className={classes.sentence}>
      {!summary || summary.all.count === 0 ? (
        <>Welcome{user ? `, ${displayName(user)}` : ''}. Your first invoice is two minutes away.</>
      ) : owed ? (
        <>
          You are owed <b>{formatMoney(summary.unpaid.total)}</b>.{' '}
          {overdue > 0 && (
            <>
              {overdue === 1 ? 'One invoice' : `${overdue.toLocaleString('en-US')} invoices`} worth{' '}
              <b className={cx(classes.overdue)}>{formatMoney(summary.overdue.total)}</b>{' '}
              {overdue === 1 ? 'is' : 'are'} overdue.
            </>
          )}
        </>
      ) : (
        <>Nobody owes you anything. All sent invoices are paid.</>
      )}
    </p>
  );
}
