export { InstallHint } from './install-hint.tsx';
export { listenForInstall, useInstall } from './install-offer.ts';
