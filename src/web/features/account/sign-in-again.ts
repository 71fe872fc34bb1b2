/** Where the provider's window ends, and tells the page that waits for it. */
export const CONFIRMED_PATH = '/confirmed';
const CHANNEL = 'remit-confirmed';

/** Signs in again at the provider, which is asked not to let anybody through by itself. */
export const SIGN_IN_AGAIN = `/api/login?confirm=1&returnTo=${encodeURIComponent(CONFIRMED_PATH)}`;

/** Tells the page behind this window that its person has signed in again. */
export function announceSignedInAgain(): void {
  new BroadcastChannel(CHANNEL).postMessage('signed in');
}

/** @returns what ends the waiting */
export function onSignedInAgain(heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', heard);
  return () => channel.close();
}
