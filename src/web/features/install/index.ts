import { lazy } from 'react';

export { listenForInstall, useInstall } from './install-offer.ts';

/** Fetched when somebody asks for it. */
export const InstallHint = lazy(async () => ({
  default: (await import('./install-hint.tsx')).InstallHint,
}));
