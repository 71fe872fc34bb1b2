/** The landing page's whole script. Without it everything is there, and one button looks lighter. */

/** Gives an outlined header button the ink when the hero's own has gone out of view. */
export function followHero(): void {
  const [own, inHeader] = ['hero-trial', 'top-trial'].map((id) => document.getElementById(id));
  if (!own || !inHeader || !('IntersectionObserver' in window)) return;
  // One primary action to a screen.
  new IntersectionObserver(
    ([entry]) => {
      const away = entry?.isIntersecting === false;
      inHeader.classList.toggle('primary', away);
      inHeader.classList.toggle('outlined', !away);
    },
    { rootMargin: '-68px 0px 0px' },
  ).observe(own);
}

/** The theme that was chosen in the application holds here too. */
export function applyTheme(): void {
  try {
    const choice = localStorage.getItem('remit-theme');
    if (choice === 'light' || choice === 'dark') {
      document.documentElement.dataset['theme'] = choice;
    }
  } catch {
    // Storage may be closed to us; then the system's theme it is.
  }
}
