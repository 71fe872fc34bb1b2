import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DEFAULT_PDF_STYLE, PDF_THEME_LABELS } from '../../../shared/profile/pdf-style.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import { isColor } from './color-field.tsx';
import type { ProfileFormReturn } from './profile-form-type.ts';
import type { Style } from './style-preview.ts';
import { useStylePreview } from './style-preview.ts';

interface Props {
  form: ProfileFormReturn;
  /** What is stored and stands on the page as well: it is drawn again when that changes. */
  stored: unknown;
  opened: boolean;
  onClose: () => void;
}

/** A real page in the chosen theme and colors, beside the choice; `opened` shows it large. */
export function LivePreview({ form, stored, opened, onClose }: Props) {
  const style = useDrawableStyle(form);
  const preview = useStylePreview(style, stored);
  return (
    <div
      className="mt-4 p-4 border border-hairline rounded bg-desk max-md:-mr-4 max-md:-ml-4 max-md:[border-width:1px_0] max-md:rounded-none"
      data-busy={preview.busy || undefined}
    >
      <div className="max-[1080px]:mx-auto max-[1080px]:w-[min(100%,300px)] max-md:w-[min(72%,260px)]">
        <PreviewPage style={style} preview={preview} />
      </div>
      <PreviewDialog opened={opened} onClose={onClose} style={style} preview={preview} />
    </div>
  );
}

interface PreviewProps {
  style: Style;
  preview: ReturnType<typeof useStylePreview>;
}

interface DialogProps extends PreviewProps {
  opened: boolean;
  onClose: () => void;
}

/** The sample invoice, large enough to read. */
function PreviewDialog({ opened, onClose, ...drawn }: DialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="PDF preview" size={760} fullOnPhone>
      <div className="mt-4 p-4 border border-hairline rounded bg-desk mt-3 p-6 max-md:mt-2 max-md:-mx-4 max-md:-mb-4 max-md:p-4 max-md:[border-width:1px_0_0] max-md:rounded-none">
        <PreviewPage {...drawn} />
      </div>
    </Dialog>
  );
}

/** The page as it is drawn, or why it is not. */
function PreviewPage({ style, preview }: PreviewProps) {
  const { svg, error, refetch } = preview;
  if (error) {
    return (
      <PageError
        title="The preview could not be drawn"
        {...loadFailure({ error, refetch }, 'Your profile is not affected. Try again in a moment.')}
      />
    );
  }
  if (svg === undefined) {
    return (
      <div className="grid place-items-center w-full aspect-[8.5/11] rounded-[2px] bg-doc text-doc-muted shadow-sheet">
        <Spinner size={28} label="Drawing the sample" />
      </div>
    );
  }
  return (
    <SvgPicture svg={svg} alt={`Sample invoice in the theme ${PDF_THEME_LABELS[style.pdfTheme]}`} />
  );
}

/** The chosen style; while a color is half typed, the last one that can be drawn. */
function useDrawableStyle({ control }: ProfileFormReturn): Style {
  const [pdfTheme = 'classic', primary = '', accent = ''] = useWatch({
    control,
    name: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor'],
  });
  const chosen = { pdfTheme, pdfPrimaryColor: primary.trim(), pdfAccentColor: accent.trim() };
  const [last, setLast] = useState<Style>(DEFAULT_PDF_STYLE);
  const drawable = {
    ...chosen,
    ...(isColor(primary) ? {} : { pdfPrimaryColor: last.pdfPrimaryColor }),
    ...(isColor(accent) ? {} : { pdfAccentColor: last.pdfAccentColor }),
  };
  const same =
    drawable.pdfTheme === last.pdfTheme &&
    drawable.pdfPrimaryColor === last.pdfPrimaryColor &&
    drawable.pdfAccentColor === last.pdfAccentColor;
  if (same) return last;
  setLast(drawable);
  return drawable;
}
