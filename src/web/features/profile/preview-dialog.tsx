import { PDF_THEME_LABELS } from '../../../shared/profile/pdf-style.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import classes from './preview-dialog.module.css';
import type { Style, useStylePreview } from './style-preview.ts';

type Preview = ReturnType<typeof useStylePreview>;

interface Props {
  opened: boolean;
  onClose: () => void;
  style: Style;
  preview: Preview;
}

/** The sample invoice, large enough to read. */
export function PreviewDialog({ opened, onClose, style, preview }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="PDF preview" size={760} fullOnPhone>
      <div className={classes.desk}>
        <PreviewPage style={style} preview={preview} />
      </div>
    </Dialog>
  );
}

/** The page as it is drawn, or why it is not. */
export function PreviewPage({ style, preview }: { style: Style; preview: Preview }) {
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
      <div className={classes.page}>
        <Spinner size={28} label="Drawing the sample" />
      </div>
    );
  }
  return (
    <SvgPicture svg={svg} alt={`Sample invoice in the theme ${PDF_THEME_LABELS[style.pdfTheme]}`} />
  );
}
