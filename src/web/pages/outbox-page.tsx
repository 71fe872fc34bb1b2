import { useNavigate, useSearchParams } from 'react-router';
import { OutboxView } from '../features/outbox/outbox-view.tsx';

/** The messages to customers, with one open at `?message={id}`. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('message') ?? '';
  return (
    <OutboxView
      messageId={/^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined}
      onClose={() => void navigate('/outbox', { replace: true, preventScrollReset: true })}
    />
  );
}
