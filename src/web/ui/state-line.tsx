import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconType } from './icons.ts';
import { IconRestore } from './icons.ts';

/** One line about what stands between a form and its storage. */
export function StateLine({ icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <p className="flex items-center gap-1.5 text-13 whitespace-nowrap text-muted" role="status">
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
      <button
        type="button"
        className="min-h-7 cursor-pointer rounded-[4px] border-0 bg-transparent px-1 font-med text-accent"
        onClick={onDiscard}
      >
        Discard
      </button>
    </StateLine>
  );
}
