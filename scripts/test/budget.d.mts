export const BUDGET: number;
export function findExcess(
  run: { whole: number; calibration: number },
  unitFiles: { file: string; processorSeconds: number }[],
): string[];
