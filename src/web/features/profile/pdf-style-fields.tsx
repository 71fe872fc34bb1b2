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
import { IconCheck, IconEye } from '../../ui/icons.ts';
import { ColorField, isColor } from './color-field.tsx';
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
      <fieldset className="grid min-w-0 grid-cols-5 gap-3.5 max-md:auto-cols-[38%] max-md:grid-cols-none max-md:grid-flow-col max-md:my-0 max-md:-mx-4 max-md:pt-1 max-md:px-4 max-md:pb-2 max-md:overflow-x-auto max-md:scroll-px-4 max-md:snap-x max-md:snap-proximity max-md:[scrollbar-width:none]">
        <legend className="sr-only">{PROFILE_LABELS.pdfTheme}</legend>
        {PDF_THEMES.map((theme) => (
          <label key={theme} className="group relative block cursor-pointer max-md:snap-start">
            <input
              type="radio"
              className="sr-only"
              name="pdfTheme"
              value={theme}
              checked={pdfTheme === theme}
              onChange={() => pickTheme(theme)}
            />
            <span className="relative block overflow-hidden rounded-[4px] border border-line bg-doc group-hover:border-field group-has-checked:border-transparent group-has-checked:outline-2 group-has-checked:outline-offset-2 group-has-checked:outline-accent group-has-focus-visible:outline-3 group-has-focus-visible:outline-offset-3 group-has-focus-visible:outline-focus">
              <ThemeThumb
                theme={theme}
                primary={drawable(shown(theme).primary)}
                accent={drawable(shown(theme).accent)}
              />
              <span className="absolute right-[7px] bottom-[7px] hidden size-5 place-items-center group-has-checked:grid rounded-full bg-accent text-on-accent">
                <Icon as={IconCheck} size={13} />
              </span>
            </span>
            <span className="mt-[9px] block text-13 leading-[1.3] group-has-checked:font-semi">
              {PDF_THEME_LABELS[theme]}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="grid min-w-0 grid-cols-3 gap-2 mt-5.5 max-md:grid-cols-2">
        <legend className="mb-1.5 text-13 font-med">Colors</legend>
        {COLOR_PRESETS.map((preset) => (
          <label
            key={preset.name}
            className="relative flex items-center gap-2 min-h-9 py-0 pr-3 pl-2 border border-line rounded bg-surface text-13 cursor-pointer hover:bg-sunken has-checked:font-semi has-checked:outline-2 has-checked:outline-accent has-checked:-outline-offset-1 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-md:min-h-12 max-md:text-15"
          >
            <input
              type="radio"
              className="sr-only"
              name="preset"
              checked={sameColor(preset.primary, primary) && sameColor(preset.accent, accent)}
              onChange={() => setColors(preset)}
            />
            <span
              className="flex-none size-5 rounded-full"
              style={{
                background: `linear-gradient(90deg, ${preset.primary} 50%, ${preset.accent} 50%)`,
              }}
            />
            {preset.name}
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-3 gap-3.5 items-start mt-4 max-md:grid-cols-2">
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
          className="mt-6 max-md:col-span-full max-md:mt-0"
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
