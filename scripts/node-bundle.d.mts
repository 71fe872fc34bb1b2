import type { BuildOptions } from 'esbuild';

/** Options of esbuild. */
export const nodeBundle: Pick<
  BuildOptions,
  'bundle' | 'external' | 'banner' | 'platform' | 'target' | 'format'
>;
