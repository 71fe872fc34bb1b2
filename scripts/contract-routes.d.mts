import type { Plugin } from 'vite';

export function contractRoutes(): Plugin;
