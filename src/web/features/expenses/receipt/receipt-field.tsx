import type { RefObject } from 'react';
import { useRef } from 'react';
import { RECEIPT_RULES } from '../../../../shared/expenses/receipt-rules.ts';
import type { IconButtonProps } from '../../../ui/button.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { DROP_LINK, DROP_PROGRESS, FileDrop } from '../../../ui/file-drop.tsx';
import { Icon } from '../../../ui/icon.tsx';
import {
  IconCamera,
  IconFileText,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconUpload,
  IconX,
} from '../../../ui/icons.ts';
import { ServerLink } from '../../../ui/server-link.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { ReceiptThumbnail } from './receipt-thumbnail.tsx';
import type { StoredReceipt, TransferState } from './transfer.ts';
import type { ReceiptTransfer } from './use-receipt.ts';

interface Props {
  className?: string | undefined;
  /** What stands on the expense: an uploaded file, or another address without more. */
  value: (Pick<StoredReceipt, 'url'> & Partial<StoredReceipt>) | undefined;
  transfer: ReceiptTransfer;
  /** The button that sends a failed one again. */
  retry: RefObject<HTMLButtonElement | null>;
  onRemove: () => void;
  error?: string | undefined;
}

const ACCEPT = [...RECEIPT_RULES.types, '.pdf', '.jpg', '.jpeg', '.png', '.webp'].join(',');

/** The receipt of an expense: dropped, chosen or photographed; seen, replaced and removed. */
export function ReceiptField({ className, value, transfer, retry, onRemove, error }: Props) {
  const phone = useIsPhone();
  const { running, problem, send } = transfer;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();

  return (
    <Field
      className={className}
      label="Receipt"
      optional
      error={error ?? problem}
      hint={!running && !value && 'PDF, JPEG, PNG or WebP, up to 10 MB.'}
    >
      {(control) => (
        <FileDrop
          control={control}
          accept={ACCEPT}
          filled={running !== undefined || value !== undefined}
          onFile={send}
          input={input}
        >
          {phone && (
            <input
              ref={camera}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              capture="environment"
              aria-label="Photo of the receipt"
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                if (file) send(file);
                event.target.value = '';
              }}
            />
          )}
          {running ? (
            <Sending
              name={running.file.name}
              state={running.state}
              transfer={transfer}
              retry={retry}
            />
          ) : value ? (
            <Attached value={value} onReplace={choose} onRemove={onRemove} />
          ) : (
            <div className="flex min-h-16 flex-wrap items-center justify-center gap-2 p-3 text-muted">
              {phone ? (
                <>
                  <Button
                    className="flex-1!"
                    icon={IconCamera}
                    onClick={() => camera.current?.click()}
                  >
                    Take a photo
                  </Button>
                  <Button className="flex-1!" icon={IconUpload} onClick={choose}>
                    Choose a file
                  </Button>
                </>
              ) : (
                <>
                  <Icon as={IconUpload} />
                  <span>
                    Drop the receipt here, or{' '}
                    <button type="button" className={DROP_LINK} onClick={choose}>
                      choose a file
                    </button>
                  </span>
                </>
              )}
            </div>
          )}
        </FileDrop>
      )}
    </Field>
  );
}

interface SendingProps {
  name: string;
  state: TransferState;
  transfer: ReceiptTransfer;
  retry: RefObject<HTMLButtonElement | null>;
}

function Sending({ name, state, transfer, retry }: SendingProps) {
  const { status, sent, size, message } = state;
  const percent = Math.floor((Math.min(sent, size) / size) * 100);
  const words =
    status === 'failed'
      ? message
      : `${status === 'paused' ? 'Paused' : percent === 100 ? 'Checking' : 'Uploading'} · ${percent}% of ${fileSize(size)}`;
  return (
    <div className="flex min-h-16 items-center gap-2.5 py-2.5 pr-2.5 pl-3.5">
      <Icon as={IconFileText} className="text-muted" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <b className="truncate font-med" dir="auto" title={name}>
          {name}
        </b>
        <small
          role={status === 'failed' ? 'alert' : undefined}
          className={cx(
            'text-12 tabular-nums',
            status === 'failed' ? 'text-overdue' : 'text-muted',
          )}
        >
          {words}
        </small>
        {status !== 'failed' && (
          <progress
            className={cx(DROP_PROGRESS, 'mt-1')}
            aria-label={`Uploading ${name}`}
            max={100}
            value={percent}
          />
        )}
      </div>
      {status === 'sending' && (
        <Step icon={IconPlayerPause} label="Pause upload" onClick={transfer.pause} />
      )}
      {status === 'paused' && (
        <Step icon={IconPlayerPlay} label="Resume upload" onClick={transfer.resume} />
      )}
      {status === 'failed' && (
        <Step ref={retry} icon={IconRefresh} label="Try again" onClick={transfer.retry} />
      )}
      <Step icon={IconX} label="Cancel upload" onClick={transfer.cancel} />
    </div>
  );
}

const Step = (button: IconButtonProps) => <IconButton size="sm" {...button} />;

interface AttachedProps {
  value: NonNullable<Props['value']>;
  onReplace: () => void;
  onRemove: () => void;
}

function Attached({ value, onReplace, onRemove }: AttachedProps) {
  const { url, fileName, contentType, size } = value;
  const name = fileName ?? (url.startsWith('/') ? 'Receipt' : url.replace(/^https?:\/\//, ''));
  return (
    <div className="flex min-h-16 items-center gap-2.5 py-2.5 pr-2.5 pl-3.5">
      <span className="grid flex-none place-items-center text-muted">
        <ReceiptThumbnail url={url} contentType={contentType} className="size-11" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <ServerLink className="truncate font-med" href={url} title={name} dir="auto">
          {name}
        </ServerLink>
        {size !== undefined && (
          <small className="text-12 text-muted tabular-nums">{fileSize(size)}</small>
        )}
      </div>
      <Button size="sm" variant="quiet" onClick={onReplace}>
        Replace
      </Button>
      <IconButton size="sm" icon={IconTrash} label="Remove receipt" danger onClick={onRemove} />
    </div>
  );
}

/** '812 bytes', '34 KB', '4.2 MB': as file managers count, in 1,024s. */
function fileSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilobytes = Math.round(bytes / 1_024);
  if (kilobytes < 1_024) return `${kilobytes} KB`;
  const megabytes = (bytes / 1_048_576).toFixed(1);
  return `${megabytes.replace(/\.0$/, '')} MB`;
}
