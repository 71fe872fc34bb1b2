import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DEFAULT_PDF_STYLE } from '../../../shared/profile/pdf-style.ts';
import { isColor } from './color-field.tsx';
import classes from './live-preview.module.css';
import { PreviewDialog, PreviewPage } from './preview-dialog.tsx';
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
    <div className={classes.desk} data-busy={preview.busy || undefined}>
      <PreviewPage style={style} preview={preview} />
      <PreviewDialog opened={opened} onClose={onClose} style={style} preview={preview} />
    </div>
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
