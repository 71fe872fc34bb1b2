import { useState } from 'react';
import { SegmentedControl } from '../ui/segmented-control.tsx';

/** Where public/theme.js, which draws it, finds the choice. */
const KEY = 'remit-theme';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;
type Theme = (typeof THEMES)[number]['value'];

function readChoice(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find(({ value }) => value === kept)?.value ?? 'auto';
  } catch {
    return 'auto';
  }
}

export function ThemeChoice({ className }: { className?: string }) {
  const [theme, setTheme] = useState(readChoice);
  const choose = (next: Theme) => {
    setTheme(next);
    try {
      localStorage.setItem(KEY, next);
      globalThis.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    } catch {
      // Storage is closed to us: it holds as long as the page does.
      if (next !== 'auto') document.documentElement.dataset['theme'] = next;
    }
  };
  return (
    <SegmentedControl
      label="Theme"
      segments={THEMES}
      value={theme}
      onChange={choose}
      className={className}
    />
  );
}
