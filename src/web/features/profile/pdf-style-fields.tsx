import { IconCheck, IconEye } from '@tabler/icons-react';
import { useFormState, useWatch } from 'react-hook-form';
import type { PdfTheme } from '../../../shared/profile/pdf-style.ts';
import {
  COLOR_PRESETS,
  PDF_THEME_LABELS,
  PDF_THEMES,
  SUGGESTED_COLORS,
} from '../../../shared/profile/pdf-style.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ColorField, isColor } from './color-field.tsx';
import classes from './pdf-style-fields.module.css';
import type { ProfileFormReturn } from './profile-form-type.ts';
import { colorsUntouched, PROFILE_LABELS, sameColor } from './profile-values.ts';
import { ThemeThumb } from './theme-thumb.tsx';

interface Props {
  form: ProfileFormReturn;
  /** Shows the page large. */
  onPreview: () => void;
}

/** The look of the owner's documents: a theme, a preset or two colors, and a look at the result. */
export function PdfStyleFields({ form, onPreview }: Props) {
  const { control, setValue } = form;
  const [pdfTheme = 'classic', primary = '', accent = ''] = useWatch({
    control,
    name: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor'],
  });
  const { errors } = useFormState({ control });
  const untouched = colorsUntouched(pdfTheme, primary, accent);

  const setColors = (colors: { primary: string; accent: string }) => {
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    setValue('pdfPrimaryColor', colors.primary, how);
    setValue('pdfAccentColor', colors.accent, how);
  };
  const pickTheme = (theme: PdfTheme) => {
    setValue('pdfTheme', theme, { shouldDirty: true });
    if (untouched) setColors(SUGGESTED_COLORS[theme]);
  };
  const shown = (theme: PdfTheme) => (untouched ? SUGGESTED_COLORS[theme] : { primary, accent });
  const drawable = (color: string) => (isColor(color) ? color.trim() : '#333333');

  return (
    <>
      <fieldset className={classes.themes}>
        <legend className="sr-only">{PROFILE_LABELS.pdfTheme}</legend>
        {PDF_THEMES.map((theme) => (
          <label key={theme} className={classes.theme}>
            <input
              type="radio"
              name="pdfTheme"
              value={theme}
              checked={pdfTheme === theme}
              onChange={() => pickTheme(theme)}
            />
            <span className={classes.sheet}>
              <ThemeThumb
                theme={theme}
                primary={drawable(shown(theme).primary)}
                accent={drawable(shown(theme).accent)}
              />
              <span className={classes.tick}>
                <Icon as={IconCheck} size={13} />
              </span>
            </span>
            <span className={classes.name}>{PDF_THEME_LABELS[theme]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={classes.presets}>
        <legend>Colors</legend>
        {COLOR_PRESETS.map((preset) => (
          <label key={preset.name} className={classes.preset}>
            <input
              type="radio"
              name="preset"
              checked={sameColor(preset.primary, primary) && sameColor(preset.accent, accent)}
              onChange={() => setColors(preset)}
            />
            <span
              className={classes.disc}
              style={{
                background: `linear-gradient(90deg, ${preset.primary} 50%, ${preset.accent} 50%)`,
              }}
            />
            {preset.name}
          </label>
        ))}
      </fieldset>
      <div className={classes.colors}>
        <ColorField
          label={PROFILE_LABELS.pdfPrimaryColor}
          value={primary}
          error={errors.pdfPrimaryColor?.message}
          onChange={(color) => setColors({ primary: color, accent })}
        />
        <ColorField
          label={PROFILE_LABELS.pdfAccentColor}
          value={accent}
          error={errors.pdfAccentColor?.message}
          onChange={(color) => setColors({ primary, accent: color })}
        />
        <Button
          className={classes.preview}
          icon={IconEye}
          disabled={!isColor(primary) || !isColor(accent)}
          disabledReason="Both colors must look like #1e40af."
          onClick={onPreview}
        >
          Preview PDF
        </Button>
      </div>
    </>
  );
}
