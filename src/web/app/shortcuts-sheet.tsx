import { lazy, Suspense } from 'react';
import { Dialog } from '../ui/dialog.tsx';

const ShortcutList = lazy(async () => ({
  default: (await import('../features/search/index.ts')).ShortcutList,
}));

export function ShortcutsSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      {opened && (
        <Suspense>
          <ShortcutList />
        </Suspense>
      )}
    </Dialog>
  );
}
