import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { orpc } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './account-dialog.module.css';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';

/** How the signed-in person signs in: passkeys and the password. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  // The dialog closes in its own time and is taken away by its owner afterwards.
  const [opened, setOpened] = useState(true);
  const closeRef = useRef(() => setOpened(false));
  useEffect(() => {
    if (opened) return;
    const timer = setTimeout(onClose, 200);
    return () => clearTimeout(timer);
  }, [opened, onClose]);

  // Going elsewhere, which was asked for where it costs input, leaves this behind as well.
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  useEffect(() => {
    if (pathname !== openedAt) setOpened(false);
  }, [pathname, openedAt]);

  return (
    <Dialog
      opened={opened}
      onClose={() => closeRef.current()}
      title="Account"
      description={user?.email}
      size={480}
    >
      {installation?.signIn === 'oidc' ? (
        <p className={classes.note}>
          You sign in with your organization's account; passwords and passkeys are kept there.
        </p>
      ) : (
        <div className={classes.sections}>
          <Passkeys />
          <ChangePassword closeRef={closeRef} close={() => setOpened(false)} />
        </div>
      )}
    </Dialog>
  );
}
