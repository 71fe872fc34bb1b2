import { formatInstant } from '../../../shared/estimates/certificate.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { EmailContent } from '../emails/index.ts';
import { customerEmail } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';

/** What a customer reads who has accepted an estimate online. */
export function estimateAcceptedEmail(
  { estimateNumber, currency, total, acceptance }: EstimateDetail,
  profile: ProfileRow,
  email: { subject: string; message: string },
  url: string,
): EmailContent {
  const amount = formatMoney(money(total, currency));
  const signed = acceptance
    ? [
        { label: 'Accepted by', value: acceptance.name },
        {
          label: 'Accepted on',
          value: formatInstant(acceptance.acceptedAt, acceptance.timeZone),
        },
      ]
    : [];
  return customerEmail(profile, email, {
    attached: 'accepted estimate',
    preheader: `Estimate ${estimateNumber}: ${amount}, accepted`,
    headline: { label: 'Accepted total', value: amount },
    facts: [{ label: 'Estimate', value: estimateNumber }, ...signed],
    button: { words: 'View estimate', url },
  });
}
