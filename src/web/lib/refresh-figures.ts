import type { QueryClient } from '@tanstack/react-query';
import { orpc } from './api.ts';

/**
 * An invoice, a payment, an estimate, an expense or a customer was written: the dashboard, the
 * reports, accounts and what a search finds are read again. Called by whoever wrote it.
 */
export function refreshFigures(client: QueryClient): void {
  for (const calls of [orpc.dashboard, orpc.reports, orpc.search, orpc.customerAccounts]) {
    void client.invalidateQueries({ queryKey: calls.key() });
  }
}
