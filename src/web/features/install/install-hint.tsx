import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

/** Read by few, and once: fetched when it is asked for. */
const InstallSteps = lazy(async () => ({
  default: (await import('./install-steps.tsx')).InstallSteps,
}));

/** Where the browser offers nothing to the page: how a person installs it. */
export function InstallHint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Install Remit">
      {opened && (
        <Suspense>
          <InstallSteps />
        </Suspense>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
