import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { AuthButton, AuthLayout } from '../features/account/auth-layout.tsx';
import { IconRefresh } from '../ui/icons.ts';

/** The picture is no reason to fail: where its file cannot be fetched, the paper stays away. */
const Paper = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import('../features/account/paper.tsx')).PaperInvoice };
  } catch {
    return { default: () => null };
  }
});

/** The frame asks who runs this installation: there is nobody to answer, and asking would begin anew. */
const silent = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

interface Props {
  title: string;
  children: ReactNode;
  onRetry: () => void;
}

/** Nobody's pages can be shown, because the server cannot be reached: looks as signing in does. */
export function OutOfReach({ title, children, onRetry }: Props) {
  return (
    <QueryClientProvider client={silent}>
      <AuthLayout
        title={title}
        lead={children}
        paper={
          <Suspense>
            <Paper />
          </Suspense>
        }
      >
        <AuthButton icon={IconRefresh} onClick={onRetry}>
          Try again
        </AuthButton>
      </AuthLayout>
    </QueryClientProvider>
  );
}
