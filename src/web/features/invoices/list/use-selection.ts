import { useCallback, useMemo, useState } from 'react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';

/** Which of the invoices in view are chosen. One that leaves the list leaves the choice. */
export function useSelection(invoices: readonly Invoice[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : invoices.filter((invoice) => ids.has(invoice.id))),
    [ids, invoices],
  );
  const toggle = useCallback((id: number) => {
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  const chooseAll = useCallback(
    () => setIds(new Set(invoices.map((invoice) => invoice.id))),
    [invoices],
  );
  return { ids, chosen, toggle, clear, chooseAll };
}
