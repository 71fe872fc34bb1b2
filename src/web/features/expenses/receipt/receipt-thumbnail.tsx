import { useState } from 'react';
import { buildThumbnailAddress, OBJECTS_PATH } from '../../../../shared/files/server-paths.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconFileTypePdf, IconPaperclip, IconPhoto } from '../../../ui/icons.ts';

interface Props {
  /** Of the receipt. */
  url: string;
  contentType: string | undefined;
  /** Its measures, where it is a picture. */
  className: string;
}

/** What a receipt looks like: a picture of it, or an icon that says what it is. What it is called stands beside. */
export function ReceiptThumbnail({ url, contentType, className }: Props) {
  const [missing, setMissing] = useState<string>();
  if (!url.startsWith(OBJECTS_PATH)) return <Icon as={IconPaperclip} />;
  if (contentType === 'application/pdf') return <Icon as={IconFileTypePdf} size={20} />;
  // Too large a picture has none, and one that was never seen has none offline.
  if (missing === url) return <Icon as={IconPhoto} size={20} />;
  return (
    <img
      src={buildThumbnailAddress(url)}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx('rounded-sm border border-line bg-sunken object-cover', className)}
      onError={() => setMissing(url)}
    />
  );
}
