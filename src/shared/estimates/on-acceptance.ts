/** What is made when a customer accepts online: of an estimate with a deposit, the deposit invoice. */
export const ON_ACCEPTANCE = ['nothing', 'draft', 'send'] as const;
export type OnAcceptance = (typeof ON_ACCEPTANCE)[number];

/** As owners choose it. */
export const ON_ACCEPTANCE_OPTIONS: readonly { value: OnAcceptance; label: string }[] = [
  { value: 'draft', label: 'Draft the invoice for review' },
  { value: 'send', label: 'Issue and send the invoice' },
  { value: 'nothing', label: 'Do nothing yet' },
];
