export const ESTIMATE_STATUSES = ['draft', 'sent', 'accepted', 'rejected', 'expired'] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

export const ESTIMATE_STATUS_LABELS: Record<EstimateStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
};

/** Why an estimate is not sent by email any more; undefined while its customer may still take it. */
export function sendRefusal(status: EstimateStatus): string | undefined {
  if (status === 'draft' || status === 'sent') return undefined;
  if (status === 'accepted') return 'This estimate was accepted. Send its invoice instead.';
  return `This estimate is ${status}. Set it back to draft or sent before you send it.`;
}

export const DEFAULT_EXPIRY_DAYS = 30;

/** The terms that an estimate has until its owner writes others: they say how long it is valid. */
export function defaultEstimateTerms(days: number): string {
  return `This estimate is valid for ${days} ${days === 1 ? 'day' : 'days'} from the issue date.`;
}

export const DEFAULT_ESTIMATE_TERMS = defaultEstimateTerms(DEFAULT_EXPIRY_DAYS);

/** Whether nobody wrote terms of their own in their place, whatever the number of days. */
export function isDefaultEstimateTerms(terms: string): boolean {
  const [, days] = /^This estimate is valid for (\d{1,6}) days? /.exec(terms.trim()) ?? [];
  return days !== undefined && terms.trim() === defaultEstimateTerms(Number(days));
}
