import type { Customer } from '../../../shared/customers/customer.contract.ts';

export interface CustomerDialogProps {
  opened: boolean;
  /** The record to edit; without it a new one is made. */
  customer?: Customer | undefined;
  /** The first words of a new one's name. */
  initialName?: string;
  onClose: () => void;
  onSaved?: (customer: Customer) => void;
}

export function CustomerDialog(_props: CustomerDialogProps) {
  return null;
}
