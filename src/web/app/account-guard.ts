import type { QueryClient } from '@tanstack/react-query';
import { accountMark, beginLeaving, watchAccount } from '../lib/account-mark.ts';
import { clearDrafts } from '../lib/form-draft.ts';
import { noteLapse } from '../lib/lapsed-session.ts';
import { clearAnswers } from '../lib/last-seen/answer-store.ts';
import { beginSession, dropDraftsOfSignedOut } from '../lib/session.ts';
import { releaseUnsavedGuards } from '../ui/unsaved-guard.tsx';

/**
 * Keeps one account's data from the next person at this browser. What other accounts left behind is
 * removed before anything is read, and as soon as the session of this page has ended, or another
 * has taken its place, in whichever tab, the page shows nothing more and begins anew.
 */
export function guardAccount(client: QueryClient): void {
  const mark = accountMark();
  if (mark === undefined) dropDraftsOfSignedOut();
  else {
    clearDrafts(mark);
    beginSession();
  }
  void clearAnswers(mark);

  watchAccount((next) => {
    beginLeaving();
    document.documentElement.hidden = true;
    client.clear();
    releaseUnsavedGuards();
    const onPurpose = dropDraftsOfSignedOut();
    void clearAnswers(next);
    // Another account has no business at this address; whose session expired may come back to it.
    if (next === undefined && !onPurpose) {
      noteLapse();
      globalThis.location.reload();
    } else globalThis.location.replace('/');
  });
}
