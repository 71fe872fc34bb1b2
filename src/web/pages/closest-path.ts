import { MEANT_SCREENS } from '../../shared/pages/app-paths.ts';

/** The path of ours that is most like an unknown one, for the not-found page; undefined if none is. */
export function closestPath(path: string): string | undefined {
  const near = MEANT_SCREENS.map((known) => ({
    path: known,
    distance: editDistance(path.toLowerCase().slice(0, 40), known),
  })).sort((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= Math.max(2, near.path.length / 3) ? near.path : undefined;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
