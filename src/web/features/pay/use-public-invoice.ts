import { useCallback, useEffect, useRef, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { PublicInvoiceAnswer } from './load-public-invoice.ts';
import { loadPublicInvoice } from './load-public-invoice.ts';

export interface PublicInvoiceState {
  /** Undefined while it is awaited. */
  answer: PublicInvoiceAnswer | undefined;
  /** When the answer came, in milliseconds since the epoch. */
  readAt: number;
  /** Asks again and shows the waiting. */
  retry: () => void;
  /** Asks again while what is known stays on the screen; what fails changes nothing. */
  refresh: () => Promise<PublicInvoice | undefined>;
}

/** @param first the first request, already under way when the page is drawn */
export function usePublicInvoice(
  publicId: string,
  first: Promise<PublicInvoiceAnswer>,
): PublicInvoiceState {
  const [answer, setAnswer] = useState<PublicInvoiceAnswer>();
  const [readAt, setReadAt] = useState(0);
  // The request whose answer counts: a slower one from before must not undo a newer one.
  const latest = useRef<Promise<PublicInvoiceAnswer>>(undefined);

  const take = useCallback(async (request: Promise<PublicInvoiceAnswer>, silent: boolean) => {
    latest.current = request;
    const next = await request;
    if (latest.current === request && !(silent && next.state === 'failed')) {
      setAnswer(next);
      setReadAt(Date.now());
    }
    return next.state === 'found' ? next.data : undefined;
  }, []);

  useEffect(() => {
    void take(first, false);
    return () => {
      latest.current = undefined;
    };
  }, [first, take]);

  const retry = useCallback(() => {
    setAnswer(undefined);
    void take(loadPublicInvoice(publicId), false);
  }, [publicId, take]);
  const refresh = useCallback(() => take(loadPublicInvoice(publicId), true), [publicId, take]);
  return { answer, readAt, retry, refresh };
}
