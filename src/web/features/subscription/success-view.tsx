import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { signInAddress } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconCheck } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
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
    words: 'This page updates when it is done. You can close it: your plan starts automatically.',
  },
  none: {
    title: 'No payment was made',
    words: 'Nothing was charged. Your account has not changed; choose a plan to try again.',
  },
  'signed-out': {
    title: 'Sign in to see your subscription',
    words: 'Sign in with the account that made the payment to see its status.',
  },
  failed: {
    title: 'Your subscription could not be checked',
    words: 'Remit is not responding right now. If you have paid, your plan starts automatically.',
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
    <main className="flex flex-col items-center justify-center-safe min-h-[calc(100dvh_-_32px)] pt-12 px-5 pb-8 bg-paper max-md:py-6 max-md:px-5">
      <Logo height={30} />
      <div className="mt-7 w-full max-w-112 [filter:drop-shadow(0_0_1px_light-dark(rgb(21_23_28/30%),rgb(255_255_255/45%)))_drop-shadow(0_14px_28px_light-dark(rgb(21_23_28/7%),transparent))]">
        <section className="torn-off rounded-t-[10px] bg-surface px-10 pt-10 pb-12 text-[1rem] max-md:px-6 max-md:pt-7 max-md:pb-10">
          <div role="status">
            {(state === 'asking' || state === 'confirming') && (
              <p className="mb-5 text-accent">
                <Spinner size={28} />
              </p>
            )}
            <h1 className="text-[1.6875rem] leading-[1.15] font-[640] tracking-[-0.028em] text-balance max-md:text-[1.5625rem]">
              {title}
            </h1>
            <p className="mt-2 text-muted text-pretty">{words}</p>
          </div>
          {state === 'active' && (
            <>
              <ul className="mt-5.5 mb-7 border-t border-hairline">
                {FEATURES.map((feature) => (
                  <li
                    key={feature}
                    className="flex items-center gap-3 border-b border-hairline py-[13px]"
                  >
                    <Icon as={IconCheck} size={18} className="text-paid" />
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
          <div className="mt-7 grid gap-2.5 empty:hidden">
            <Actions state={state} onRetry={retry} />
          </div>
        </section>
      </div>
    </main>
  );
}

function Actions({ state, onRetry }: { state: Verification; onRetry: () => void }) {
  const [params] = useSearchParams();
  const dashboard = (
    <Button size="lg" wide to="/dashboard">
      Go to Dashboard
    </Button>
  );
  switch (state) {
    case 'none':
      return (
        <>
          <Button
            variant="primary"
            size="lg"
            wide
            to={`/subscribe${params.get('plan') === 'yearly' ? '?plan=yearly' : ''}`}
          >
            Choose a plan
          </Button>
          {dashboard}
        </>
      );
    case 'signed-out':
      return (
        <Button variant="primary" size="lg" wide href={signInAddress('/subscription-success')}>
          Sign In
        </Button>
      );
    case 'failed':
      return (
        <Button variant="primary" size="lg" wide onClick={onRetry}>
          Try again
        </Button>
      );
    case 'confirming':
      return dashboard;
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
    <p className="flex items-center justify-center gap-2.5 mt-4.5 text-muted text-14">
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" className="fill-none stroke-line stroke-[2.5]" />
        <circle
          cx="10"
          cy="10"
          r="8"
          className="fill-none stroke-accent stroke-[2.5] [stroke-linecap:round]"
          strokeDasharray={`${(AROUND * shown) / COUNTDOWN} ${AROUND}`}
          transform="rotate(-90 10 10)"
        />
      </svg>
      <span>
        Opening your dashboard in <b className="text-ink tabular-nums">{shown}</b>{' '}
        {shown === 1 ? 'second' : 'seconds'}
      </span>
    </p>
  );
}
