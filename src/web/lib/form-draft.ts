import { accountMark } from './account-mark.ts';

/**
 * What is typed into a form and not saved yet outlives a reload and an expired session: it waits in
 * the tab's session storage for the account that typed it.
 */
const PREFIX = 'remit-draft:';

function makeStorageName(key: string): string {
  const mark = accountMark();
  return mark === undefined ? PREFIX + key : `${PREFIX}${mark}:${key}`;
}

export function readDraft<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(makeStorageName(key));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Whether anything that was typed in this tab waits to be saved. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((name) => name.startsWith(PREFIX));
  } catch {
    return false;
  }
}

/** Somebody has signed out: what a form writes as the page goes is not kept any more. */
let closed = false;

export function writeDraft(key: string, values: unknown): void {
  if (closed) return;
  try {
    sessionStorage.setItem(makeStorageName(key), JSON.stringify(values));
  } catch {
    // Full or closed storage costs the draft, not the form.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(makeStorageName(key));
  } catch {
    // Nothing was stored then.
  }
}

/** Removes what was typed in this tab: everything, or everything but what one account typed. */
export function clearDrafts(except?: string): void {
  closed = except === undefined;
  try {
    for (const name of Object.keys(sessionStorage)) {
      const kept = except !== undefined && name.startsWith(`${PREFIX}${except}:`);
      if (name.startsWith(PREFIX) && !kept) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was stored then.
  }
}
