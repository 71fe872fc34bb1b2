import { useNavigate } from 'react-router';
import { TRIAL_INVOICES } from '../../shared/subscription/plans.ts';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Ticks } from '../ui/ticks.tsx';

interface Props {
  opened: boolean;
  /** What became of what was asked for: 'This invoice is kept as you typed it.' */
  kept: string;
  onLater: () => void;
  /** Before the plans are shown. */
  onChoose?: () => void;
}

/** The free trial is used up: nothing was lost, and a plan lets it go on. */
export function TrialExpiredDialog({ opened, kept, onLater, onChoose }: Props) {
  const navigate = useNavigate();
  const user = useUser();
  const used = Math.min(user?.trialInvoicesUsed ?? TRIAL_INVOICES, TRIAL_INVOICES);
  const choose = () => {
    onChoose?.();
    void navigate('/subscribe?from=trial-expired');
  };
  return (
    <Dialog
      opened={opened}
      onClose={onLater}
      title="Free Trial Expired"
      description="Your free trial has expired, please choose a plan to continue using the product"
    >
      <Ticks used={used} of={TRIAL_INVOICES} />
      <p className="mt-2 text-13 text-muted">
        {used} of {TRIAL_INVOICES} invoices used. {kept}
      </p>
      <DialogActions>
        <Button onClick={onLater}>Maybe Later</Button>
        <Button variant="primary" onClick={choose} data-autofocus>
          Choose Plan
        </Button>
      </DialogActions>
    </Dialog>
  );
}
