import type { Appearance } from '@stripe/stripe-js';

/** Our tokens, as the provider's form understands them: colors as they are just now. */
export function stripeAppearance(): Appearance {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const token = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    colorPrimary: token('accent'),
    colorBackground: token('surface'),
    colorText: token('ink'),
    colorTextSecondary: token('muted'),
    colorTextPlaceholder: token('faint'),
    colorDanger: token('overdue'),
    iconColor: token('muted'),
  };
  const line = token('line');
  const field = token('field');
  const focus = token('focus');
  const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  probe.remove();
  const reduced = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
  return {
    theme: dark ? 'night' : 'stripe',
    disableAnimations: reduced,
    variables: {
      ...colors,
      fontFamily:
        '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '14px',
      spacingUnit: '4px',
      borderRadius: '8px',
      gridRowSpacing: '14px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': { fontSize: '13px', fontWeight: '520', marginBottom: '5px' },
      '.Input': {
        border: `1px solid ${line}`,
        borderBottomColor: field,
        boxShadow: 'none',
        padding: '9px 11px',
      },
      '.Input:focus': { outline: `2px solid ${focus}`, outlineOffset: '-1px', boxShadow: 'none' },
      '.Error': { fontSize: '12px' },
    },
  };
}

/** Calls back when the page turns from light to dark or back. @returns how to stop */
export function onThemeChange(changed: () => void): () => void {
  const media = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
  media?.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
  return () => {
    media?.removeEventListener('change', changed);
    observer.disconnect();
  };
}
