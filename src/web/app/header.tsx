import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { IconPlus } from '../ui/icons.ts';
import { useWriteRefusal } from '../ui/offline.tsx';
import { useShortcut } from '../ui/use-shortcut.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { NotificationsBell } from './notifications-bell.tsx';
import type { SearchBoxProps } from './search.tsx';
import { SearchBox } from './search.tsx';

interface Props {
  title: string;
  current: string | undefined;
  onShortcuts: () => void;
  search: SearchBoxProps;
}

export function Header({ title, current, onShortcuts, search }: Props) {
  const navigate = useNavigate();
  const refusal = useWriteRefusal();
  const newInvoice = () => {
    if (refusal === undefined) void navigate('/invoices?new=1');
  };
  useShortcut('n', newInvoice);
  return (
    <header className="sticky top-(--h-banner) z-5 flex h-(--h-header) items-center gap-2.5 border-b border-hairline bg-paper px-[max(32px,(100%-var(--w-content))/2)] print:hidden">
      <h1 className="flex-[1_0_auto] text-17 tracking-head whitespace-nowrap">{title}</h1>
      <SearchBox {...search} />
      {/* One primary action to a screen: only the dashboard has none of its own. */}
      <Button
        writes
        variant={current === '/' ? 'primary' : 'default'}
        icon={IconPlus}
        data-preload="/invoices?new=1"
        onClick={newInvoice}
      >
        New Invoice
      </Button>
      <NotificationsBell />
      <AvatarMenu onShortcuts={onShortcuts} />
    </header>
  );
}
