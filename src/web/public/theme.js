// zod compiles its checks with eval where it may; the page's content policy forbids it, and the mere
// attempt is reported. Said here because schemas are built before any module of ours runs.
globalThis.__zod_globalConfig = { jitless: true };

// Runs before the first paint, so that a chosen theme never flashes in the other one. It follows the
// system and other tabs; `app/theme-choice.tsx` chooses.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('remit-theme');
    } catch {
      // Storage may be closed to us; then the system's theme it is.
    }
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
})();
