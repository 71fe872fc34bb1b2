/**
 * What is typed into a form and not saved yet outlives a reload and an expired session: it waits in
 * the tab's session storage.
 */
const PREFIX = 'remit-draft:';

export function readDraft<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, values: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
  } catch {
    // Full or closed storage costs the draft, not the form.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was stored then.
  }
}
