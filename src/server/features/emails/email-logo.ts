import type { Services } from '../../platform/http/services.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import type { ProfileRow } from '../profile/index.ts';
import { readLogo } from '../profile/index.ts';
import type { EmailContent } from './email-layout.ts';

/** Twice the measures on the screen, for screens that have them. */
const DRAWN = { width: 320, height: 96, bytes: 40_000 };
const ON_SCREEN = { width: 160, height: 48 };
const CONTENT_ID = 'logo';

interface EmailLogo {
  /** For the message as it goes out, and as it is kept to be looked at here. */
  sent: EmailContent['logo'];
  kept: EmailContent['logo'];
  pictures: NonNullable<MailMessage['pictures']>;
}

/**
 * The business's logo as part of the message itself: mail programs show it without asking, it is
 * there when the business has another one, and reading it tells nobody anything.
 */
export async function emailLogo(
  services: Pick<Services, 'files' | 'log'>,
  profile: ProfileRow,
): Promise<EmailLogo | undefined> {
  const content = await readLogo(services, profile, DRAWN);
  if (!content) return undefined;
  // A PNG begins with its measures (PNG 3, section 11.2.1).
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  const scale = Math.min(1, ON_SCREEN.width / width, ON_SCREEN.height / height);
  const shown = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const contentType = 'image/png';
  return {
    sent: { ...shown, src: `cid:${CONTENT_ID}` },
    kept: { ...shown, src: `data:${contentType};base64,${content.toString('base64')}` },
    pictures: [{ contentId: CONTENT_ID, fileName: 'logo.png', contentType, content }],
  };
}
