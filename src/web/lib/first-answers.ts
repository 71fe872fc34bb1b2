import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { FirstAnswers, FirstCall } from '../../shared/pages/first-answers.ts';
import { FIRST_ANSWERS_ID } from '../../shared/pages/first-answers.ts';
import { accountMark } from './account-mark.ts';
import { orpc } from './api.ts';
import { keepAnswer } from './last-seen/keep-last-seen.ts';
import { userQuery } from './session.ts';

const KEYS: Record<FirstCall, QueryKey> = {
  'account.user': userQuery.queryKey,
  'account.installation': orpc.account.installation.queryKey(),
  'profile.get': orpc.profile.get.queryKey(),
  'invoices.summary': orpc.invoices.summary.queryKey({ input: {} }),
  'notifications.unreadCount': orpc.notifications.unreadCount.queryKey(),
  'dashboard.get': orpc.dashboard.get.queryKey(),
};

/**
 * Takes what the document brought along as just answered. In another account's page nothing is taken,
 * nor where the document broke off: then the page asks, as ever.
 */
export function takeFirstAnswers(client: QueryClient): void {
  const first = readFirstAnswers();
  if (!first || first.mark !== accountMark()) return;
  for (const [name, key] of Object.entries(KEYS)) {
    const answer = first.answers[name as FirstCall];
    if (answer === undefined) continue;
    client.setQueryData(key, answer);
    keepAnswer(key, answer);
  }
}

function readFirstAnswers(): FirstAnswers | undefined {
  const element = document.getElementById(FIRST_ANSWERS_ID);
  try {
    return element?.textContent ? (JSON.parse(element.textContent) as FirstAnswers) : undefined;
  } catch {
    return undefined;
  } finally {
    element?.remove();
  }
}
