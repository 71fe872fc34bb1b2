import { OutboxView } from '../features/outbox/outbox-view.tsx';
import { useAddressParams } from '../lib/use-address-params.ts';

/** The messages to customers, with one open at `?message={id}`. */
export function Component() {
  const { params, change } = useAddressParams();
  const asked = params.get('message') ?? '';
  return (
    <OutboxView
      messageId={/^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined}
      onClose={() => change({ message: null })}
    />
  );
}
