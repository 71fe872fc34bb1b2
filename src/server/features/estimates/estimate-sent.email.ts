import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { depositAmount, depositLabel } from '../../../shared/deposits/deposit.ts';
import { labelledTexts } from '../../../shared/documents/document-content.ts';
import { installmentRows } from '../../../shared/documents/installments/sheet-installments.ts';
import { adjustedRows } from '../../../shared/documents/sheet-figures.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { EmailContent } from '../emails/index.ts';
import { customerEmail, toFacts } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';

/** What it asks for in advance. */
function depositFact({ deposit, total, currency }: EstimateDetail) {
  if (!deposit) return [];
  const amount = formatMoney(money(depositAmount(deposit, total, currency), currency));
  return [{ label: depositLabel(deposit), value: amount }];
}

/** What a customer reads when an estimate is sent. */
export function estimateSentEmail(
  estimate: EstimateDetail,
  profile: ProfileRow,
  email: { subject: string; message: string },
  url: string,
): EmailContent {
  const { estimateNumber } = estimate;
  const total = formatMoney(money(estimate.total, estimate.currency));
  const expires = formatDate(estimate.expiryDate);
  const sheet = storedSheet('estimate', estimate);
  return customerEmail(profile, email, {
    attached: 'estimate',
    preheader: `Estimate ${estimateNumber}: ${total}, valid until ${expires}`,
    headline: { label: 'Estimated total', value: total },
    facts: [
      { label: 'Estimate', value: estimateNumber },
      ...toFacts(labelledTexts('estimate', 'reference', estimate)),
      { label: 'Valid until', value: expires },
      { label: 'Your answer', value: 'You can accept and sign it online, or decline it' },
      ...depositFact(estimate),
      ...toFacts(adjustedRows(sheet)),
      ...installmentRows(sheet.installments, sheet.currency).map(({ number, when, amount }) => ({
        label: `Installment ${number} · ${when}`,
        value: amount,
      })),
    ],
    button: { words: 'View and accept estimate', url },
  });
}
