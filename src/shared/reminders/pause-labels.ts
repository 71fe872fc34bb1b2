import type { PauseReason } from './reminder.contract.ts';

export const PAUSE_LABELS: readonly { value: PauseReason; label: string }[] = [
  { value: 'promised', label: 'Promised to pay' },
  { value: 'replied', label: 'Replied' },
  { value: 'disputed', label: 'Disputes the invoice' },
  { value: 'other', label: 'Another reason' },
];
