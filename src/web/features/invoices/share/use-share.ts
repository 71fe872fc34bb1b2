import { useMemo, useState } from 'react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import type { PaymentLinkActions } from '../use-payment-link.ts';

/** The invoice whose links are shown, and the payment link that is made there. */
export function useShare(payment: Pick<PaymentLinkActions, 'generate'>) {
  const [invoice, setInvoice] = useState<Invoice>();
  const [generating, setGenerating] = useState(false);
  const actions = useMemo(
    () => ({
      share: (one: Invoice) => setInvoice(one),
      close: () => setInvoice(undefined),
      generate: (one: Parameters<PaymentLinkActions['generate']>[0]) => {
        setGenerating(true);
        void payment.generate(one).then(() => {
          setGenerating(false);
          setInvoice(undefined);
        });
      },
    }),
    [payment],
  );
  return { invoice, generating, actions };
}
