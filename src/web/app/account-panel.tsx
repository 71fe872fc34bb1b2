import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { User } from '../../shared/accounts/account.contract.ts';
import { displayName } from '../../shared/accounts/display-name.ts';
import { useInstall } from '../features/install/index.ts';
import { MENU_ITEM } from '../ui/floating.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconType } from '../ui/icons.ts';
import {
  IconClockCog,
  IconDownload,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconUserCircle,
} from '../ui/icons.ts';
import { askToLogOut } from './ask-to-log-out.ts';
import { ThemeChoice } from './theme-choice.tsx';

const ENTRY = `${MENU_ITEM} text-ink`;

interface Props {
  user: User;
  onClose: () => void;
  onShortcuts: () => void;
  /** Where the browser offers nothing to the page: how a person installs it. */
  onInstallHint: () => void;
}

/** Name, e-mail, the account, the theme and Logout. More than a menu of actions: a small panel. */
export function AccountPanel({ user, onClose, onShortcuts, onInstallHint }: Props) {
  const install = useInstall();
  const link = (label: string, icon: IconType, to: string) => (
    <Link className={ENTRY} to={to} onClick={onClose}>
      <Icon as={icon} className="text-muted" />
      {label}
    </Link>
  );
  const button = (label: string, icon: IconType, act: () => void) => (
    <button
      type="button"
      className={ENTRY}
      onClick={() => {
        onClose();
        act();
      }}
    >
      <Icon as={icon} className="text-muted" />
      {label}
    </button>
  );
  return (
    <>
      <div className="px-2.5 pt-2 pb-1">
        <b className="block truncate">{displayName(user)}</b>
        <span className="block truncate text-13 text-muted">{user.email}</span>
      </div>
      <Section>
        {link('Account', IconUserCircle, '/account')}
        {button('Keyboard shortcuts', IconKeyboard, onShortcuts)}
        {install.how &&
          button('Install Remit', IconDownload, () =>
            install.how === 'prompt' ? void install.prompt() : onInstallHint(),
          )}
      </Section>
      <Section>
        {link('Outbox', IconMail, '/outbox')}
        {user.isAdmin && link('Background jobs', IconClockCog, '/jobs')}
      </Section>
      <Section>
        <p className="px-2.5 pt-1 pb-1.5 text-12 font-[560] text-muted">Theme</p>
        <ThemeChoice className="w-full" />
      </Section>
      <Section>{button('Logout', IconLogout, askToLogOut)}</Section>
    </>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <div className="mt-1.5 border-t border-hairline pt-1.5">{children}</div>
);
