import type { Plugin } from 'vite';

export function pageFiles(): Plugin;
