import { accountMark } from './account-mark.ts';
import { tabStorage } from './storage.ts';

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
    const text = tabStorage.read(makeStorageName(key));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Whether anything that was typed in this tab waits to be saved. */
export const hasDrafts = () => tabStorage.namesWith(PREFIX).length > 0;

/** Somebody has signed out: what a form writes as the page goes is not kept any more. */
let closed = false;

/** Full or closed storage costs the draft, not the form. */
export function writeDraft(key: string, values: unknown): void {
  if (!closed) tabStorage.write(makeStorageName(key), JSON.stringify(values));
}

export const clearDraft = (key: string) => tabStorage.write(makeStorageName(key), undefined);

/** Removes what was typed in this tab: everything, or everything but what one account typed. */
export function clearDrafts(except?: string): void {
  closed = except === undefined;
  for (const name of tabStorage.namesWith(PREFIX)) {
    if (except === undefined || !name.startsWith(`${PREFIX}${except}:`)) {
      tabStorage.write(name, undefined);
    }
  }
}
