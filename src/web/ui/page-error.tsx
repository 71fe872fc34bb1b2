import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { IconRefresh } from './icons.ts';
import { useOffline } from './offline.tsx';

interface Props {
  /** What could not be done, such as 'Customers could not be loaded'. */
  title: string;
  /** Why, in the server's words if it gave any. */
  detail?: string | undefined;
  onRetry?: () => void;
  /** `detail` holds offline, too: what is missing is not an answer. */
  evenOffline?: boolean;
}

/** Says what happened, that nothing was lost, and what to do. */
export function PageError({ title, detail, onRetry, evenOffline = false }: Props) {
  const unseen = useOffline() !== undefined && !evenOffline;
  return (
    <div role="alert">
      <EmptyState
        title={title}
        actions={
          onRetry && (
            <Button icon={IconRefresh} onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        <p>
          {unseen
            ? 'Not available offline yet. Open it once while you are online.'
            : (detail ??
              'Remit could not reach its server. Nothing was lost; check your connection.')}
        </p>
      </EmptyState>
    </div>
  );
}
