import { LINK_MINUTES } from '../../../shared/customer-portal/portal-rules.ts';
import type { EmailContent, EmailRow } from '../emails/index.ts';
import { customerEmail } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';

/** A link, and whose portal it opens. */
export interface LinkToMail {
  url: string;
  customer: { name: string; company: string | null };
}

/** What stands above the links, once it is known to whom they go. */
export const linkWords = (businessName: string, toName: string | null) => ({
  subject: `Your documents with ${businessName}`.slice(0, 200).trim(),
  message: [
    `Hello${toName === null ? '' : ` ${toName}`},`,
    `Here you can see, download and pay your documents with ${businessName}. The link works once, within ${LINK_MINUTES} minutes. Do not forward it: whoever opens it first is let in.`,
    'If you did not ask for it, there is nothing to do.',
  ].join('\n\n'),
});

export function portalLinkEmail(
  profile: ProfileRow,
  email: EmailRow,
  links: readonly LinkToMail[],
): Omit<EmailContent, 'logo'> {
  const isOne = links.length === 1;
  const [button, ...otherButtons] = links.map(({ url, customer: { name, company } }) => ({
    words: isOne ? 'Open your documents' : `Open ${company ? `${company}, ${name}` : name}`,
    url,
  }));
  return customerEmail(profile, email, {
    preheader: `Works once, within ${LINK_MINUTES} minutes`,
    headline: { label: 'Your documents with', value: profile.businessName },
    facts: [],
    ...(button ? { button, otherButtons } : {}),
  });
}
