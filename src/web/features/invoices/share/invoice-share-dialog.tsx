import { skipToken, useQuery } from '@tanstack/react-query';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { PROVIDER_LABELS } from '../../../../shared/payments/provider-labels.ts';
import { paymentMethods } from '../../../../shared/profile/payment-methods.ts';
import type { ShareWay } from '../../../documents/share/share-dialog.tsx';
import { ShareDialog } from '../../../documents/share/share-dialog.tsx';
import { shareWays } from '../../../documents/share/share-ways.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { orpc } from '../../../lib/api.ts';
import { IconCreditCard, IconSettings } from '../../../ui/icons.ts';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { DRAFT_IS_NOT_PAID } from '../invoice-menu.ts';

type Shared = Pick<
  Invoice,
  'id' | 'publicId' | 'invoiceNumber' | 'status' | 'total' | 'currency' | 'customer'
>;

interface Props {
  /** None closes the dialog. */
  invoice: Shared | undefined;
  onClose: () => void;
  /** To be called within the click: it copies. */
  onPaymentLink: (invoice: Shared) => void;
  generating: boolean;
}

/** The three links to an invoice: for the customer, for paying at once, and for its owner. */
export function InvoiceShareDialog({ invoice, onClose, onPaymentLink, generating }: Props) {
  const shown = useFrozen(invoice, invoice !== undefined);
  const { profile } = useBusiness();
  const [provider] = profile ? paymentMethods(profile) : [];
  const refusal = usePaymentRefusal(provider && invoice);
  return (
    <ShareDialog
      opened={invoice !== undefined}
      title={`Share ${shown?.invoiceNumber || 'invoice'}`}
      ways={shown ? listShareWays(shown) : []}
      onClose={onClose}
    />
  );

  function listShareWays(one: Shared): ShareWay[] {
    const { publicLink, ownLink } = shareWays(
      'invoice',
      shownNumber(one.invoiceNumber),
      one,
      provider && !refusal && one.status !== 'paid'
        ? 'For your customer. Anyone with this link can see the invoice and its PDF, and pay it, without signing in.'
        : 'For your customer. Anyone with this link can see the invoice and its PDF without signing in.',
    );
    // What is paid is not asked for again.
    return one.status === 'paid' ? [publicLink, ownLink] : [publicLink, paymentLink(one), ownLink];
  }

  function paymentLink(one: Shared): ShareWay {
    const generate = {
      label: 'Generate Payment Link',
      icon: IconCreditCard,
      writes: true,
      busy: generating,
      onClick: () => onPaymentLink(one),
    };
    const setUp = { label: 'Set up payments', icon: IconSettings, to: '/business-profile' };
    const needsSetUp = profile !== undefined && provider === undefined;
    return {
      icon: IconCreditCard,
      title: 'Payment link',
      about: `For a customer who pays now. Opens ${provider ? `${PROVIDER_LABELS[provider]}’s checkout` : 'the checkout'} directly, without showing the invoice first.`,
      lasts:
        'Works for one payment, for up to a day, and stops when the invoice is paid or its amount changes.',
      refusal: needsSetUp
        ? 'Online payments are not set up yet.'
        : one.status === 'draft'
          ? DRAFT_IS_NOT_PAID
          : refusal,
      actions: needsSetUp ? [generate, setUp] : [generate],
    };
  }
}

/** Why no connected provider takes what is due, as its customer is told: a currency or an amount. */
function usePaymentRefusal(invoice: Shared | undefined): string | undefined {
  const isAsked = invoice?.status === 'sent' || invoice?.status === 'overdue';
  const { data } = useQuery(
    orpc.publicInvoices.get.queryOptions({
      input: isAsked ? { id: invoice.publicId } : skipToken,
      retry: false,
    }),
  );
  return isAsked ? data?.paymentConfig.refusal : undefined;
}
