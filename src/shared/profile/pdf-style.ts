/** How an owner's documents look: themes and presets of the specification. */
export const PDF_THEMES = ['classic', 'modern', 'elegant', 'minimal', 'creative'] as const;
export type PdfTheme = (typeof PDF_THEMES)[number];

export const PDF_THEME_LABELS: Record<PdfTheme, string> = {
  classic: 'Classic Professional',
  modern: 'Modern Blue',
  elegant: 'Elegant Dark',
  minimal: 'Clean Minimal',
  creative: 'Creative Orange',
};

export const DEFAULT_PDF_STYLE = {
  pdfTheme: 'classic',
  pdfPrimaryColor: '#333333',
  pdfAccentColor: '#0079F2',
} as const;

export const COLOR_PRESETS = [
  { name: 'Classic Blue', primary: '#1e40af', accent: '#3b82f6' },
  { name: 'Forest Green', primary: '#059669', accent: '#10b981' },
  { name: 'Royal Purple', primary: '#6366f1', accent: '#8b5cf6' },
  { name: 'Warm Orange', primary: '#ea580c', accent: '#f97316' },
  { name: 'Deep Red', primary: '#dc2626', accent: '#ef4444' },
  { name: 'Professional Gray', primary: '#374151', accent: '#6b7280' },
] as const;

const DEFAULT_COLORS = {
  primary: DEFAULT_PDF_STYLE.pdfPrimaryColor,
  accent: DEFAULT_PDF_STYLE.pdfAccentColor,
};

/** Colors that a theme's name promises: offered, never forced, until others are chosen. */
export const SUGGESTED_COLORS: Record<PdfTheme, { primary: string; accent: string }> = {
  classic: DEFAULT_COLORS,
  modern: { primary: '#1e40af', accent: '#3b82f6' },
  elegant: { primary: '#333333', accent: '#c8a45d' },
  minimal: DEFAULT_COLORS,
  creative: { primary: '#ea580c', accent: '#f97316' },
};
