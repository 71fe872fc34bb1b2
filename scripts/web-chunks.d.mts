import type { Plugin } from 'vite';

export function webChunks(): Plugin;
