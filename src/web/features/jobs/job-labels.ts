/** How often a job runs: 'Every 15 s', 'Every 5 min', 'Every hour'; work that comes up: 'When due'. */
export function formatInterval(seconds: number | null): string {
  if (seconds === null) return 'When due';
  if (seconds < 60) return `Every ${seconds} s`;
  if (seconds < 3_600) return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} min`;
  const hours = seconds / 3_600;
  return hours === 1 ? 'Every hour' : `Every ${hours} hours`;
}

/** How long a run took: '12 ms', '1.4 s', '2 min'. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}
