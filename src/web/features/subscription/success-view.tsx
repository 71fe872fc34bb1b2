import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { signInAddress } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import classes from './success-view.module.css';
import type { Verification } from './use-verification.ts';
import { useVerification } from './use-verification.ts';

/** Seconds until the dashboard opens by itself. */
const COUNTDOWN = 5;

const FEATURES = [
  'Unlimited invoices and estimates',
  'Professional PDF customization',
  'Advanced business reporting',
  'Priority customer support',
];

const WORDS: Record<Verification, { title: string; words: string }> = {
  asking: { title: 'One moment', words: 'Your subscription is being checked.' },
  active: { title: 'Welcome to Remit!', words: 'Your subscription is active.' },
  confirming: {
    title: 'Your payment is being confirmed',
    words:
      'This page keeps asking and says when it is done. You may close it: your plan starts by itself.',
  },
  none: {
    title: 'No payment was made',
    words: 'Nothing was charged. Your account is as it was before; choose a plan to try again.',
  },
  'signed-out': {
    title: 'Sign in to see your subscription',
    words: 'Whether a payment was made is shown to the account that made it.',
  },
  failed: {
    title: 'Your subscription could not be checked',
    words: 'Remit does not answer just now. If you have paid, your plan starts by itself.',
  },
};

/** What came of a purchase: said only once the server has it from the provider. */
export function SuccessView() {
  const { state, retry } = useVerification();
  const { title, words } = WORDS[state];
  useEffect(() => {
    document.title = `${title} · Remit`;
  }, [title]);
  return (
    <main className={classes.stage}>
      <Logo height={30} />
      <div className={classes.shadow}>
        <section className={classes.slip}>
          <div role="status">
            {(state === 'asking' || state === 'confirming') && (
              <p className={classes.spinner}>
                <Spinner size={28} />
              </p>
            )}
            <h1>{title}</h1>
            <p className={classes.words}>{words}</p>
          </div>
          {state === 'active' && (
            <>
              <ul className={classes.features}>
                {FEATURES.map((feature) => (
                  <li key={feature}>
                    <Icon as={IconCheck} size={18} />
                    {feature}
                  </li>
                ))}
              </ul>
              <Button variant="primary" size="lg" wide to="/dashboard">
                Go to Dashboard
              </Button>
              <Countdown />
            </>
          )}
          <Actions state={state} onRetry={retry} />
        </section>
      </div>
    </main>
  );
}

function Actions({ state, onRetry }: { state: Verification; onRetry: () => void }) {
  const [params] = useSearchParams();
  switch (state) {
    case 'none':
      return (
        <div className={classes.actions}>
          <Button
            variant="primary"
            size="lg"
            wide
            to={`/subscribe${params.get('plan') === 'yearly' ? '?plan=yearly' : ''}`}
          >
            Choose a plan
          </Button>
          <Button size="lg" wide to="/dashboard">
            Go to Dashboard
          </Button>
        </div>
      );
    case 'signed-out':
      return (
        <div className={classes.actions}>
          <Button variant="primary" size="lg" wide href={signInAddress('/subscription-success')}>
            Sign In
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className={classes.actions}>
          <Button variant="primary" size="lg" wide onClick={onRetry}>
            Try again
          </Button>
        </div>
      );
    case 'confirming':
      return (
        <div className={classes.actions}>
          <Button size="lg" wide to="/dashboard">
            Go to Dashboard
          </Button>
        </div>
      );
    case 'asking':
    case 'active':
      return null;
  }
}

const AROUND = 2 * Math.PI * 8;

function Countdown() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(COUNTDOWN);
  useEffect(() => {
    if (left <= 0) {
      void navigate('/dashboard', { replace: true });
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  const shown = Math.max(left, 0);
  return (
    <p className={classes.countdown}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" className={classes.track} />
        <circle
          cx="10"
          cy="10"
          r="8"
          className={classes.rest}
          strokeDasharray={`${(AROUND * shown) / COUNTDOWN} ${AROUND}`}
          transform="rotate(-90 10 10)"
        />
      </svg>
      <span>
        Opening your dashboard in <b>{shown}</b> {shown === 1 ? 'second' : 'seconds'}
      </span>
    </p>
  );
}
