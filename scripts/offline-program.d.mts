import type { PluginOption } from 'vite';

export function offlineProgram(root: string): PluginOption;
export function contractId(): string;
