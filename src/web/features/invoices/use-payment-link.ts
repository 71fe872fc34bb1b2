import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import { hasCode, errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { copiedLater } from '../../lib/clipboard.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { notify } from '../../ui/notify.tsx';
import { notifySettled } from './notify-settled.ts';
import { refreshInvoice } from './refresh-invoices.ts';

type Named = Pick<Invoice, 'id' | 'invoiceNumber' | 'status'>;

/** A link that the clipboard did not take, to be shown. */
export interface ShownLink {
  url: string;
  invoiceNumber: string;
}

export interface PaymentLinkActions {
  /** Makes a link and copies it; to be called within the click. */
  generate: (invoice: Named) => Promise<void>;
  /** Says whether the invoice could be paid online, and through whom. */
  test: (invoice: Pick<Invoice, 'id'>) => Promise<void>;
  hide: () => void;
}

/** 'Generate Payment Link' and 'Test payment integration', with their toasts. */
export function usePaymentLink(): { shown: ShownLink | undefined; actions: PaymentLinkActions } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [shown, setShown] = useState<ShownLink>();
  const { run: alone } = useOneAtATime();

  const actions = useMemo(() => {
    const paidAlready = (id: number) => {
      notifySettled();
      refreshInvoice(client, id);
    };
    return {
      generate: ({ id, invoiceNumber, status }: Named) =>
        alone(async () => {
          if (status === 'paid') {
            paidAlready(id);
            return;
          }
          const link = api.payments.createPayment({ id: String(id) });
          const address = link.then(({ paymentUrl }) => paymentUrl);
          try {
            const isCopied = await copiedLater(address);
            const { method } = await link;
            if (isCopied) {
              const words = `Anyone with this link can pay ${shownNumber(invoiceNumber)} with ${PROVIDER_LABELS[method]}.`;
              notify.success('Payment Link Created & Copied', words);
            } else {
              setShown({ url: await address, invoiceNumber });
            }
            refreshInvoice(client, id);
          } catch (error) {
            if (hasCode(error, 'ALREADY_PAID')) paidAlready(id);
            else {
              const words = errorMessage(error, 'Failed to create payment link');
              const setUp = {
                label: 'Set up payments',
                onClick: () => void navigate('/business-profile'),
              };
              notify.error('Error', words, /business profile/i.test(words) ? setUp : undefined);
            }
          }
        }),
      test: ({ id }: Pick<Invoice, 'id'>) =>
        alone(async () => {
          try {
            const result = await api.paymentTest.integrationTest({ invoiceId: id });
            const { selectedPaymentMethod } = result.paymentConfiguration;
            const method = methodName(selectedPaymentMethod);
            const words = `Payment method: ${method}. QR code: ${result.qrCode.generated ? 'generated' : 'failed'}.`;
            const details = {
              label: 'Details',
              onClick: () => void navigate(`/test-payment?invoice=${id}`),
            };
            notify.success('Payment Integration Test', words, details);
          } catch (error) {
            notify.error('Test Failed', errorMessage(error, 'Test failed to run'));
          }
        }),
      hide: () => setShown(undefined),
    };
  }, [client, navigate, alone]);
  return { shown, actions };
}

function methodName(method: string): string {
  if (method === 'stripe' || method === 'paypal') return PROVIDER_LABELS[method];
  return 'none';
}
