import '../ui/styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardAccount } from '../app/account-guard.ts';
import { App } from '../app/providers.tsx';
import { registerServiceWorker } from '../app/service-worker-updates.ts';
import { SignedOutHere } from '../app/signed-out-here.tsx';
import { listenForInstall } from '../features/install/index.ts';
import { isReachable, onConnectionChange } from '../lib/connection.ts';
import { readAgain } from '../lib/last-seen/keep-last-seen.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { finishSignOut } from '../lib/session.ts';
import { startUp } from '../lib/start-up.ts';

async function start(place: HTMLElement): Promise<void> {
  // The browser offers installation once, and not to who is late.
  listenForInstall();
  const signOut = await finishSignOut();
  if (signOut === 'done') {
    globalThis.location.replace('/');
    return;
  }
  const root = createRoot(place);
  if (signOut === 'not reached') {
    root.render(<SignedOutHere />);
    return;
  }
  const client = createQueryClient();
  guardAccount(client);
  onConnectionChange(() => {
    if (isReachable()) void readAgain(client);
  });
  root.render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
  registerServiceWorker();
}

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root');
if (!startUp(window)) void start(place);
