import * as z from 'zod';

/** The whole address of a website, such as 'https://northwind.studio'. */
export const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain });

/**
 * What people call an address, 'northwind.studio', as a whole one: with 'https://' in front.
 * Anything else stays as it was typed.
 */
export function completeWebAddress(typed: string): string {
  const bare = typed.trim();
  const whole = `https://${bare}`;
  // 'mailto:' and the like would be read as somebody's name before the '@'.
  const isBare = !bare.includes('://') && !bare.includes('@');
  return isBare && webAddress.safeParse(whole).success ? whole : typed;
}
