import type { TotalRow } from '../../../shared/documents/document-data.ts';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { EmailContent } from './email-layout.ts';

interface OwnContent
  extends
    Pick<EmailContent, 'preheader' | 'headline' | 'facts'>,
    Partial<Pick<EmailContent, 'button' | 'otherButtons'>> {
  /** What the PDF is that goes with it, as 'receipt'; without it there is none. */
  attached?: string;
  /** Whether it is about money that nobody moved. */
  test?: boolean;
}

/** A message to a customer: in its business's name and colors, and with its owner's words. */
export function customerEmail(
  profile: ProfileRow,
  { subject, message }: { subject: string; message: string },
  { attached, test = false, ...content }: OwnContent,
): EmailContent {
  const { businessName, email } = profile;
  return {
    language: 'en',
    subject,
    businessName,
    brand: brandColors(profile.pdfPrimaryColor),
    ...(test ? { notice: 'Test payment. No real money moved.' } : {}),
    message,
    ...content,
    footer: [
      ...(attached ? [`The ${attached} is attached as a PDF.`] : []),
      email ? `Sent by ${businessName}, ${email}.` : `Sent by ${businessName}.`,
      'Sent with Remit.',
    ],
  };
}

/** Rows of a document as lines of a message. */
export const toFacts = (rows: readonly TotalRow[]): EmailContent['facts'] =>
  rows.map(([label, value]) => ({ label, value }));
