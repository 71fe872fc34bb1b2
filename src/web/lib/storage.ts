/** A storage of the browser, which may be full or closed to us: nothing is kept then, and nothing found. */
function openStorage(area: () => Storage) {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(area());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (name: string) => attempt((storage) => storage.getItem(name), null),
    /** @param text undefined takes it out */
    write: (name: string, text: string | undefined) =>
      attempt((storage) => {
        if (text === undefined) storage.removeItem(name);
        else storage.setItem(name, text);
      }, undefined),
    namesWith: (prefix: string) =>
      attempt((storage) => Object.keys(storage).filter((name) => name.startsWith(prefix)), []),
  };
}

/** Lives as long as the tab. */
export const tabStorage = openStorage(() => sessionStorage);
/** Shared by all tabs, and there after them. */
export const browserStorage = openStorage(() => localStorage);
