// Runs before the first paint, so that a chosen theme never flashes in the other one.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('remit-theme');
  } catch {
    // Storage may be closed to us; then the system's theme it is.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
