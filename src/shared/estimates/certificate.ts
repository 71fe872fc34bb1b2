import type { DocumentCertificate, LabelledValue } from '../documents/document-data.ts';
import { formatMoney, money } from '../money/money.ts';
import type { Acceptance, ChoiceMade } from './estimate-answer.ts';
import { SIGNATURE_BOX, signaturePath } from './signature-ink.ts';

/** 'Nov 26, 2026, 8:04:05 PM GMT+1' */
export const formatInstant = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(new Date(instant));

/** 'Without “Logo”; 3 of “Page”, 2 offered (version 1)' */
const chosenRow = ({ offered, changes }: ChoiceMade): LabelledValue => [
  'Chosen',
  `${changes.join('; ')} (offered in version ${offered})`,
];

/** What the accepted copy of an estimate says of its acceptance, on a page of its own. */
export function certifyAcceptance(
  acceptance: Acceptance,
  estimateNumber: string,
): DocumentCertificate {
  const { name, way, strokes, acceptedAt, timeZone, ipAddress, revision, sha256, choice } =
    acceptance;
  return {
    title: 'Acceptance certificate',
    intro: `${name} accepted estimate ${estimateNumber} online and agreed to its terms.`,
    signature: {
      label: way === 'drawn' ? 'Signature' : 'Signed by typing the name',
      name,
      ...(strokes ? { drawing: { path: signaturePath(strokes), ...SIGNATURE_BOX } } : {}),
    },
    rows: [
      ['Estimate', `${estimateNumber}, version ${revision}`],
      ['Fingerprint (SHA-256)', sha256],
      ...(choice ? [chosenRow(choice)] : []),
      ['Total', formatMoney(money(acceptance.total, acceptance.currency))],
      ['Accepted by', name],
      [
        'Date and time',
        formatInstant(acceptedAt, timeZone) + (timeZone === 'UTC' ? '' : ` (${timeZone})`),
      ],
      ['UTC', new Date(acceptedAt).toISOString()],
      ['IP address', ipAddress],
    ],
  };
}
