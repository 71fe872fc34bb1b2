import { applyTheme, followHero } from '../features/landing/page-script.ts';
import { startUp } from '../lib/start-up.ts';

// Stands in the head of the built page, so that nothing is painted before it has decided.
if (!startUp(window)) {
  applyTheme();
  addEventListener('DOMContentLoaded', followHero);
}
