import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The faces that the themes are set in, and those that every other script falls back to. Only the
 * weights in use are listed; the packages bring all of them.
 */
const FACES: Record<string, string[]> = {
  'source-serif-4': ['400Regular', '400Regular_Italic', '600SemiBold', '700Bold'],
  inter: ['400Regular', '500Medium', '600SemiBold', '700Bold'],
  'cormorant-garamond': ['500Medium', '500Medium_Italic', '600SemiBold', '700Bold'],
  jost: ['400Regular', '500Medium', '600SemiBold'],
  'hanken-grotesk': ['300Light', '400Regular', '500Medium', '600SemiBold'],
  'bricolage-grotesque': ['800ExtraBold'],
  'instrument-sans': ['400Regular', '500Medium', '600SemiBold', '700Bold'],
  'noto-sans': ['300Light', '400Regular', '500Medium', '600SemiBold', '700Bold'],
  vazirmatn: ['300Light', '400Regular', '500Medium', '600SemiBold', '700Bold'],
  'noto-sans-hebrew': ['300Light', '400Regular', '500Medium', '600SemiBold', '700Bold'],
  'noto-sans-thai': ['400Regular', '600SemiBold'],
  'noto-sans-jp': ['400Regular', '700Bold'],
  'noto-sans-sc': ['400Regular', '700Bold'],
  'noto-sans-kr': ['400Regular', '700Bold'],
  'noto-emoji': ['400Regular'],
};

/** Folders with the font files, found where the packages are installed. */
export function fontPaths(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(FACES).flatMap(([family, weights]) => {
    const folder = path.dirname(resolve(`@expo-google-fonts/${family}/package.json`));
    return weights.map((weight) => path.join(folder, weight));
  });
}
