import { TRIAL_INVOICES } from '../../shared/subscription/plans.ts';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import classes from './trial-expired-dialog.module.css';

interface Props {
  opened: boolean;
  /** What became of what was asked for: 'This invoice is kept as you typed it.' */
  kept: string;
  onLater: () => void;
  onChoose: () => void;
}

/** The free trial is used up: nothing was lost, and a plan lets it go on. */
export function TrialExpiredDialog({ opened, kept, onLater, onChoose }: Props) {
  const user = useUser();
  const used = Math.min(user?.trialInvoicesUsed ?? TRIAL_INVOICES, TRIAL_INVOICES);
  return (
    <Dialog
      opened={opened}
      onClose={onLater}
      title="Free Trial Expired"
      description="Your free trial has expired, please choose a plan to continue using the product"
    >
      <div className={classes.ticks} aria-hidden="true">
        {Array.from({ length: TRIAL_INVOICES }, (_, index) => index + 1).map((tick) => (
          <i key={tick} className={tick <= used ? classes.used : undefined} />
        ))}
      </div>
      <p className={classes.words}>
        {used} of {TRIAL_INVOICES} invoices used. {kept}
      </p>
      <DialogActions>
        <Button onClick={onLater}>Maybe Later</Button>
        <Button variant="primary" onClick={onChoose} data-autofocus>
          Choose Plan
        </Button>
      </DialogActions>
    </Dialog>
  );
}
