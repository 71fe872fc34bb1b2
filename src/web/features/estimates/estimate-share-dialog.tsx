import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { partyNames } from '../../documents/party-names.ts';
import { ShareDialog } from '../../documents/share/share-dialog.tsx';
import { shareWays } from '../../documents/share/share-ways.ts';
import { useFrozen } from '../../ui/use-frozen.ts';

interface Props {
  /** None closes the dialog. */
  estimate: Estimate | undefined;
  onClose: () => void;
}

/** The two links to an estimate: for the customer, and for its owner. */
export function EstimateShareDialog({ estimate, onClose }: Props) {
  const shown = useFrozen(estimate, estimate !== undefined);
  return (
    <ShareDialog
      opened={estimate !== undefined}
      title={`Share ${shown?.estimateNumber ?? 'estimate'}`}
      ways={shown ? waysOf(shown) : []}
      onClose={onClose}
    />
  );
}

function waysOf({ id, publicId, estimateNumber, customer, total, status }: Estimate) {
  const { publicLink, ownLink } = shareWays(
    {
      kind: 'estimate',
      publicUrl: `${location.origin}/view-estimate/${publicId}`,
      own: {
        title: `Estimate ${estimateNumber}`,
        text: `Estimate ${estimateNumber}: ${partyNames(customer).main}, ${formatMoney(total)}`,
        url: `${location.origin}/estimates/${id}`,
      },
      isDraft: status === 'draft',
    },
    'For your customer. Anyone who has it can read the estimate and its PDF, without signing in.',
  );
  return [publicLink, ownLink];
}
