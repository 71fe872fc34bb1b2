import type { Plugin } from 'vite';

export function frontPages(): Plugin[];
