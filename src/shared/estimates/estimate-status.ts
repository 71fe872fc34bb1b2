export const ESTIMATE_STATUSES = ['draft', 'sent', 'accepted', 'rejected', 'expired'] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

export const ESTIMATE_STATUS_LABELS: Record<EstimateStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
};

export const DEFAULT_EXPIRY_DAYS = 30;
export const DEFAULT_ESTIMATE_TERMS = 'This estimate is valid for 30 days from the issue date.';
