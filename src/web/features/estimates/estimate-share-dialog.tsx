import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
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

function waysOf(estimate: Estimate) {
  const { publicLink, ownLink } = shareWays(
    'estimate',
    estimate.estimateNumber,
    estimate,
    'For your customer. Anyone who has it can read the estimate and its PDF, without signing in.',
  );
  return [publicLink, ownLink];
}
