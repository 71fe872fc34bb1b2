import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { notifySaved } from '../../documents/document-files.ts';
import { failure } from '../../lib/api-error.ts';
import type { SavedFile } from '../../lib/device.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.tsx';

interface Props {
  save: () => Promise<SavedFile>;
  /** There is nothing to export: it stands back. */
  empty: boolean;
  disabled?: boolean;
}

/** Saves a report's file and says where it went. */
export function ExportButton({ save, empty, disabled = false }: Props) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      notifySaved(await save());
    } catch (error) {
      notify.error('Error', failure('The report could not be exported', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant={empty ? 'default' : 'primary'}
      icon={IconFileDownload}
      busy={busy}
      disabled={disabled}
      reads
      onClick={() => void press()}
    >
      Export Report
    </Button>
  );
}
