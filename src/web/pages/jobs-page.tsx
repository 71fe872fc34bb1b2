import { JobsView } from '../features/jobs/jobs-view.tsx';
import { useUser } from '../lib/session.ts';
import { AccessDenied } from './access-denied.tsx';

export function Component() {
  return useUser()?.isAdmin ? <JobsView /> : <AccessDenied />;
}
