export interface MeteredProcess {
  key: string;
  parentKey?: string | undefined;
  part?: string | undefined;
  name: string;
  hasEnded: boolean;
  own: number;
  children: number;
}

/** Processor seconds. */
export interface Usage {
  all: number;
  postgresql: number;
  browser: number;
}

export function canMeter(): boolean;
export function startMeter(): {
  begin(part: string, pid: number): void;
  read(): Map<string | undefined, Usage>;
  stop(): void;
};
export function sumByPart(processes: MeteredProcess[]): Map<string | undefined, Usage>;
export function parseStat(line: string): {
  pid: number;
  name: string;
  parent: number;
  own: number;
  children: number;
  started: number;
};
