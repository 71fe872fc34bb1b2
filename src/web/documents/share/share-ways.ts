import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { copyText } from '../../lib/clipboard.ts';
import type { SharedLink } from '../../lib/device.ts';
import { shareLink } from '../../lib/device.ts';
import { IconCopy, IconExternalLink, IconShare2, IconUser, IconWorld } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { ownAddress, publicAddress } from '../document-places.ts';
import { partyNames } from '../party-names.ts';
import type { ShareWay } from './share-dialog.tsx';

export interface SharedDocument {
  id: number;
  publicId: string;
  customer: { name: string; company: string | null };
  total: Decimal;
  currency: string;
  status: string;
}

/** How long a public link works. */
const LASTS: Record<KindName, string> = {
  invoice: 'Works until you delete the invoice or set it back to draft.',
  estimate: 'Works until you delete the estimate or set it back to draft.',
  credit_note: 'Works for as long as the credit note exists.',
};

/** The links that every kind of document has. @param about what the page shows, and to whom */
export function shareWays(
  kind: KindName,
  number: string,
  document: SharedDocument,
  about: string,
): { publicLink: ShareWay; ownLink: ShareWay } {
  const publicUrl = publicAddress(kind, document);
  const { name, noun } = DOCUMENT_KINDS[kind];
  const title = `${name} ${number}`;
  const total = formatMoney(money(document.total, document.currency));
  const text = `${title}: ${partyNames(document.customer).main}, ${total}`;
  const own = { title, text, url: ownAddress(kind, document) };
  return {
    publicLink: {
      icon: IconWorld,
      title: 'Public link',
      about,
      lasts: LASTS[kind],
      refusal:
        document.status === 'draft'
          ? `A draft has no public page. ${kind === 'credit_note' ? 'Issue it' : 'Mark it as sent'} first.`
          : undefined,
      actions: [
        {
          label: 'Copy public link',
          icon: IconCopy,
          onClick: () => void copyPublicLink(kind, publicUrl),
        },
        { label: 'Open page', icon: IconExternalLink, href: publicUrl, target: '_blank' },
      ],
    },
    ownLink: {
      icon: IconUser,
      title: 'Your own link',
      about: `Opens this ${noun} in Remit, on any device where you are signed in. No one else can use it.`,
      lasts: `Works for as long as the ${noun} exists.`,
      actions: [{ label: 'Share', icon: IconShare2, onClick: () => void shareOwnLink(kind, own) }],
    },
  };
}

export async function copyPublicLink(kind: KindName, address: string): Promise<void> {
  if (await copyText(address)) {
    notify.success(
      'Link copied',
      `Anyone with this link can see the ${DOCUMENT_KINDS[kind].noun}.`,
    );
  } else notify.error('The link could not be copied', address);
}

/** To be called within the click: a browser opens its share sheet at no other time. */
async function shareOwnLink(kind: KindName, link: SharedLink): Promise<void> {
  const outcome = await shareLink(link);
  if (outcome === 'copied') {
    notify.success(
      'Link copied',
      `It opens this ${DOCUMENT_KINDS[kind].noun} for anyone signed in to your account.`,
    );
  } else if (outcome === 'failed') {
    notify.error('The link could not be shared', link.url);
  }
}
