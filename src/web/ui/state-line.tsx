import { IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IconType } from './icon.tsx';
import { Icon } from './icon.tsx';
import classes from './state-line.module.css';

/** One line about what stands between a form and its storage. */
export function StateLine({ icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <p className={classes.state} role="status">
      <Icon as={icon} size={15} />
      {children}
    </p>
  );
}

interface RestoredProps {
  /** Back to what the form would have been opened with. */
  onDiscard: () => void;
}

/** The form was opened with what had been typed into it earlier, and not saved. */
export function RestoredLine({ onDiscard }: RestoredProps) {
  return (
    <StateLine icon={IconRestore}>
      Restored what you had typed
      <button type="button" className={classes.discard} onClick={onDiscard}>
        Discard
      </button>
    </StateLine>
  );
}
