import type { TemplateKind } from '../../../../shared/emails/templates.ts';

/** What each is about, as the profile lists them. */
export const TEMPLATE_NAMES: Record<TemplateKind, string> = {
  invoice: 'Invoice',
  estimate: 'Estimate',
  credit_note: 'Credit note',
  receipt: 'Receipt',
  statement: 'Statement',
  acceptance: 'Accepted estimate',
  declined: 'Declined card',
  refund: 'Refund',
};
