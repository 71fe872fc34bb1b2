import { useCallback, useEffect, useRef, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isSameAmount } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { confirmPayment, createPayment, storedCheckout } from './pay-calls.ts';

/** A tab for the checkout, opened within the click: later the browser would not allow it. */
interface CheckoutTab {
  /** Leads the tab there; where the browser gave none, this page goes itself. */
  go(url: string): 'tab' | 'here';
  /** There is nothing to show: the empty tab goes away again. */
  close(): void;
}

const WAITING = 'Opening the checkout…';

function openCheckoutTab(): CheckoutTab {
  const tab = window.open('', '_blank');
  if (tab) {
    // What stands in the tab must not reach back to this page.
    tab.opener = null;
    try {
      tab.document.title = WAITING;
      tab.document.body.textContent = WAITING;
      tab.document.body.style.cssText =
        'margin:0;display:grid;place-items:center;min-height:100vh;font:16px system-ui;color-scheme:light dark';
    } catch {
      // Words are a courtesy; the tab will do without.
    }
  }
  return {
    go(url) {
      if (tab && !tab.closed) {
        tab.location.replace(url);
        return 'tab';
      }
      location.assign(url);
      return 'here';
    },
    close() {
      tab?.close();
    },
  };
}

/** How often an opened checkout is looked after while the page is looked at, and for how long. */
const LOOK_EVERY_MS = 5_000;
const LOOK_FOR_MS = 20 * 60_000;

export interface Checkout {
  /** Which button is at work. */
  busy: ProviderName | 'confirming' | undefined;
  /** What went wrong, in words. */
  failure: string | undefined;
  /** A checkout stands open in another tab. */
  opened: boolean;
  pay: (method: ProviderName) => void;
  /** Whether the payer agrees to automatic payment with it. */
  agrees: boolean;
  setAgrees: (agrees: boolean) => void;
  /** 'I have paid': the server asks the provider. */
  confirm: () => void;
}

interface Options {
  publicId: string;
  data: PublicInvoice;
  readAt: number;
  /** What is paid; all that is due where it names nothing. */
  amount: Decimal | undefined;
  refresh: () => Promise<PublicInvoice | undefined>;
}

const NOT_YET =
  'No payment has arrived yet. If you have just paid, give it a moment; there is no need to pay again.';

/** The way to the provider's checkout and back: one at a time, however often it is asked for. */
export function useCheckout({ publicId, data, readAt, amount, refresh }: Options): Checkout {
  const [busy, setBusy] = useState<Checkout['busy']>();
  const [failure, setFailure] = useState<string>();
  const [last, setLast] = useState<{ at: number; due: Decimal }>();
  const [agrees, setAgrees] = useState(false);
  const running = useRef(false);
  const paid = data.invoice.status === 'paid';
  const { amountDue: due, currency } = data.invoice;
  // Once another amount is due, what was opened has been paid.
  const openedAt = last && isSameAmount(last.due, due, currency) ? last.at : undefined;
  const confirming = !paid && data.invoice.paymentProcessing;

  const alone = async (what: NonNullable<Checkout['busy']>, act: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    setFailure(undefined);
    try {
      await act();
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  const pay = (method: ProviderName) => {
    if (running.current) return;
    const tab = openCheckoutTab();
    const arrive = (url: string) => {
      if (tab.go(url) === 'tab') setLast({ at: Date.now(), due });
    };
    void alone(method, async () => {
      const automatic = agrees && method === 'stripe';
      const stored =
        amount === undefined && !automatic && storedCheckout(data, Date.now() - readAt);
      if (stored) {
        arrive(stored);
        return;
      }
      const answer = await createPayment(publicId, {
        method,
        amount,
        ...(automatic ? { automatic } : {}),
      });
      if (answer.state === 'ready') {
        arrive(answer.url);
        return;
      }
      tab.close();
      if (answer.state === 'refused') {
        setFailure(answer.words);
        // What is due may be another amount by now.
        await refresh();
        return;
      }
      // Paid meanwhile, such as in another tab: the page shows it.
      await refresh();
    });
  };

  const confirm = () =>
    void alone('confirming', async () => {
      const answer = await confirmPayment(publicId);
      const now = await refresh();
      if (now?.invoice.status === 'paid' || now?.invoice.paymentProcessing) return;
      if (now && !isSameAmount(now.invoice.amountDue, due, currency)) return;
      setFailure(
        answer.state === 'unreachable' || !now
          ? 'The payment could not be checked: the connection failed. Please try again.'
          : answer.state === 'answered' && answer.confirmation.state === 'confirming'
            ? 'Your payment is being confirmed. This page shows it as soon as it is; there is no need to pay again.'
            : NOT_YET,
      );
    });

  const look = useCallback(() => void refresh(), [refresh]);
  useEffect(() => {
    if ((openedAt === undefined && !confirming) || paid) return;
    const began = openedAt ?? Date.now();
    const seen = () => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(() => {
      if (Date.now() - began < LOOK_FOR_MS) seen();
    }, LOOK_EVERY_MS);
    window.addEventListener('focus', seen);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', seen);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [openedAt, paid, confirming, look]);

  // Back by the browser's history: the page may be as it was left, before it was paid.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) look();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [look]);

  const opened = openedAt !== undefined && !paid && !confirming;
  return { busy, failure, opened, pay, agrees, setAgrees, confirm };
}
