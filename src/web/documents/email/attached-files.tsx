import { useRef, useState } from 'react';
import {
  MOST_FILE_BYTES,
  refuseFileName,
  TOO_LARGE_TOGETHER,
} from '../../../shared/emails/attachment-rules.ts';
import type { EmailFile } from '../../../shared/emails/email.contract.ts';
import { MOST_FILES } from '../../../shared/emails/email.contract.ts';
import { notTaken } from '../../../shared/files/file-rules.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconPaperclip, IconX } from '../../ui/icons.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { sendFile } from './send-file.ts';

interface Props {
  files: readonly EmailFile[];
  onChange: (change: (files: readonly EmailFile[]) => readonly EmailFile[]) => void;
  /** How many are on their way: the message waits for them. */
  sending: number;
  onSending: (change: (count: number) => number) => void;
}

const formatSize = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Files of the owner's own that go with a message. */
export function AttachedFiles({ files, onChange, sending, onSending }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const attach = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState<string>();
  const room = MOST_FILES - files.length - sending;
  const size = files.reduce((sum, file) => sum + file.size, 0);

  const add = async (file: File) => {
    const refusal =
      refuseFileName(file.name) ?? (file.size === 0 ? 'The file is empty' : undefined);
    if (refusal !== undefined) {
      setFault(notTaken(file.name, refusal));
      return;
    }
    onSending((count) => count + 1);
    try {
      const sent = await sendFile(file);
      onChange((before) => [...before, sent]);
    } catch (error) {
      setFault(notTaken(file.name, errorMessage(error, 'The upload was interrupted')));
    } finally {
      onSending((count) => count - 1);
    }
  };
  const choose = (list: FileList | null) => {
    setFault(undefined);
    const chosen = [...(list ?? [])];
    const bytes = chosen.reduce((sum, file) => sum + file.size, size);
    if (chosen.length > room) setFault(`At most ${MOST_FILES} files can be attached`);
    else if (bytes > MOST_FILE_BYTES) setFault(TOO_LARGE_TOGETHER);
    else for (const file of chosen) void add(file);
  };

  return (
    <div className="mt-3 grid gap-1.5">
      {files.length > 0 && (
        <ul aria-label="Attached files" className="grid gap-1">
          {files.map((file) => (
            <li key={file.key} className="flex items-center gap-2 text-13">
              <Icon as={IconPaperclip} className="text-muted" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi>{file.fileName}</bdi>{' '}
                <span className="text-muted">{formatSize(file.size)}</span>
              </span>
              <IconButton
                size="sm"
                icon={IconX}
                label={`Remove ${file.fileName}`}
                tooltip={false}
                onClick={() => {
                  onChange((before) => before.filter(({ key }) => key !== file.key));
                  // Once there is room again: the cross is gone with its file, and the focus with it.
                  requestAnimationFrame(() => attach.current?.focus());
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Attach files"
        onChange={(event) => {
          choose(event.target.files);
          event.target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={attach}
          size="sm"
          icon={IconPaperclip}
          disabled={room <= 0}
          onClick={() => input.current?.click()}
        >
          Attach files
        </Button>
        {sending > 0 && <Spinner />}
        <span className="text-13 text-muted">Up to {MOST_FILES} files, 10 MB together</span>
      </div>
      <p className="text-13 text-overdue empty:hidden" role="alert">
        {fault}
      </p>
    </div>
  );
}
