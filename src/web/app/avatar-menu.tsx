import { Suspense, useState } from 'react';
import { displayName } from '../../shared/accounts/display-name.ts';
import { InstallHint } from '../features/install/index.ts';
import { useUser } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popover } from '../ui/popover.tsx';
import { useBarPanels } from './use-bar-panels.ts';

/** Who is signed in, and the panel of their account. */
export function AvatarMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [hint, setHint] = useState(false);
  const panels = useBarPanels(anchor !== undefined);
  if (!user) return null;
  const name = displayName(user);
  const close = () => setAnchor(undefined);
  return (
    <>
      <button
        type="button"
        className="-mr-[3px] -ml-px grid size-9 cursor-pointer place-items-center rounded-[50%] border-0 bg-transparent p-0"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor((was) => (was ? undefined : currentTarget))}
      >
        <Avatar name={name} ink />
        <span className="sr-only">Account of {name}</span>
      </button>
      <Popover anchor={panels && anchor} onClose={close} label="Account" className="w-[248px]">
        {panels && (
          <panels.AccountPanel
            user={user}
            onClose={close}
            onShortcuts={onShortcuts}
            onInstallHint={() => setHint(true)}
          />
        )}
      </Popover>
      {hint && (
        <Suspense>
          <InstallHint opened onClose={() => setHint(false)} />
        </Suspense>
      )}
    </>
  );
}
