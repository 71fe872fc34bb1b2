/** All of a stop together, in ms: what runs a server ends it after ten seconds. */
const STOP_WITHIN = 8_000;
/** What running requests have left after the usual five seconds, and after longer ones that somebody has set. */
const AT_LEAST = 3_000;

/** How a server that is stopped takes its leave: requests go on being answered until others get them. */
export interface Draining {
  readonly hasBegun: boolean;
  begin(): void;
  /** How long running requests may still take, in ms. */
  leftMs(): number;
}

export function openDraining(): Draining {
  let begun: number | undefined;
  return {
    get hasBegun() {
      return begun !== undefined;
    },
    begin() {
      begun ??= performance.now();
    },
    leftMs() {
      const passed = begun === undefined ? 0 : performance.now() - begun;
      return Math.max(AT_LEAST, STOP_WITHIN - passed);
    },
  };
}
