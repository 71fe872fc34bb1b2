import { useState } from 'react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';

/** Which invoices the list's two dialogs are about; none means closed. */
export function useListDialogs() {
  const [paying, setPaying] = useState<readonly Invoice[]>([]);
  const [deleting, setDeleting] = useState<readonly Invoice[]>([]);
  return { paying, setPaying, deleting, setDeleting };
}
