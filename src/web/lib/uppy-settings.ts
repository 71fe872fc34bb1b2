/** As the upload library waits before it sends again. */
export const RETRY_DELAYS = [0, 1_000, 3_000, 5_000];

/** What goes wrong is told in the form. */
export const SILENT = { debug() {}, warn() {}, error() {} };
