import { useRef, useState } from 'react';
import { LOGO_RULES } from '../../../shared/profile/logo-rules.ts';
import { useKeptPicture } from '../../lib/kept-picture.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { DROP_LINK, DROP_PROGRESS, FileDrop } from '../../ui/file-drop.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconPhoto, IconUpload } from '../../ui/icons.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import type { Logo } from './use-logo.ts';
import { useLogoTransfer } from './use-logo.ts';

const ACCEPT = [...LOGO_RULES.types, '.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif'].join(',');

/** The business's logo: seen, replaced and removed. Each is done at once. */
export function LogoField({ logo }: { logo: Logo }) {
  const [asked, setAsked] = useState<'upload' | 'remove'>();
  const [broken, setBroken] = useState<string>();
  const close = () => setAsked(undefined);
  const { logoUrl } = logo;
  const picture = useKeptPicture(logoUrl);
  const shown = picture === broken ? undefined : picture;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3 items-center">
      <span
        className={cx(
          'grid h-18 min-w-18 flex-none place-items-center rounded border border-hairline p-2.5',
          shown ? 'bg-[#fff]' : 'bg-sunken',
        )}
      >
        {shown ? (
          <img
            className="block h-12.5 w-auto max-w-[min(200px,45vw)] object-contain"
            src={shown}
            alt="Your logo"
            onError={() => setBroken(shown)}
          />
        ) : (
          <Icon as={IconPhoto} size={24} className="text-muted" />
        )}
      </span>
      <div>
        <div className="flex flex-wrap gap-2">
          <Button icon={IconUpload} writes onClick={() => setAsked('upload')}>
            {logoUrl ? 'Replace logo' : 'Upload logo'}
          </Button>
          {logoUrl && (
            <Button variant="quiet" onClick={() => setAsked('remove')} aria-label="Remove logo">
              Remove
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-muted text-13">One image, at most 5 MB.</p>
      </div>
      <Dialog
        opened={asked === 'upload'}
        onClose={close}
        title={logoUrl ? 'Replace logo' : 'Upload logo'}
        description="Shown on your documents, in your emails and on the page where customers pay."
      >
        <UploadForm logo={logo} onDone={close} onCancel={close} />
      </Dialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        writes
        title="Remove logo"
        confirmLabel="Remove logo"
        danger
        busy={logo.removing}
        onConfirm={async () => {
          if (!(await logo.remove())) return 'open';
          close();
          return 'done';
        }}
        onCancel={close}
      >
        Invoices and the page where customers pay show only your name. Emails already sent keep it.
      </ConfirmDialog>
    </div>
  );
}

interface UploadProps {
  logo: Logo;
  onDone: () => void;
  onCancel: () => void;
}

function UploadForm({ logo, onDone, onCancel }: UploadProps) {
  const phone = useIsPhone();
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const { sending, problem, send } = useLogoTransfer(async (logoUrl) => {
    await logo.saved(logoUrl);
    onDone();
  });
  return (
    <>
      <Field
        label="Logo file"
        labelHidden
        error={problem}
        hint="PNG, JPEG, WebP, GIF or AVIF. A PNG without a background looks best."
      >
        {(control) => (
          <FileDrop
            control={control}
            accept={ACCEPT}
            filled={sending !== undefined}
            onFile={(file) => void send(file)}
            input={input}
          >
            {sending ? (
              <div className="grid gap-1 content-center min-h-37 py-4 px-5" role="status">
                <b className="truncate font-med" dir="auto">
                  {sending.name}
                </b>
                <span className="mb-1 text-13 text-muted tabular-nums">
                  {sending.percent === 100 ? 'Updating…' : `Uploading · ${sending.percent}%`}
                </span>
                <progress
                  className={DROP_PROGRESS}
                  aria-label={`Uploading ${sending.name}`}
                  max={100}
                  value={sending.percent}
                />
              </div>
            ) : (
              <div className="grid gap-2 place-content-center place-items-center min-h-37 p-4 text-muted text-center">
                {phone ? (
                  <Button icon={IconPhoto} onClick={choose} data-autofocus>
                    Choose an image
                  </Button>
                ) : (
                  <>
                    <Icon as={IconUpload} size={20} />
                    <span>
                      Drop an image here, or{' '}
                      <button type="button" className={DROP_LINK} onClick={choose} data-autofocus>
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
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogActions>
    </>
  );
}
