import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MOD_LABEL, useShortcut } from '../ui/use-shortcut.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import classes from './header.module.css';
import { NotificationsBell } from './notifications-bell.tsx';

interface Props {
  title: string;
  current: string | undefined;
  onShortcuts: () => void;
}

export function Header({ title, current, onShortcuts }: Props) {
  const navigate = useNavigate();
  const newInvoice = () => void navigate('/invoices?new=1');
  useShortcut('n', newInvoice);
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      <SearchBox />
      {/* One primary action to a screen: only the dashboard has none of its own. */}
      <Button
        variant={current === '/' ? 'primary' : 'default'}
        icon={IconPlus}
        onClick={newInvoice}
      >
        New Invoice
      </Button>
      <NotificationsBell />
      <AvatarMenu onShortcuts={onShortcuts} />
    </header>
  );
}

/** Searches the invoices, by number and by customer. */
function SearchBox() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useShortcut('mod+k', () => input.current?.select());
  return (
    <form
      role="search"
      aria-label="Invoices and customers"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        const search = text.trim();
        void navigate(search ? `/invoices?search=${encodeURIComponent(search)}` : '/invoices');
      }}
    >
      <Icon as={IconSearch} />
      <input
        ref={input}
        type="search"
        aria-label="Search invoices, customers"
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Search invoices, customers..."
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setText('');
          input.current?.blur();
        }}
      />
      <kbd aria-hidden="true">{MOD_LABEL}K</kbd>
    </form>
  );
}
