/**
 * How long something may take that comes at all, in milliseconds. `TEST_PATIENCE=2` doubles it, for a
 * machine that has other work to do. A test that needs longer says its own number and stands in
 * `npm run test:all`.
 */
const factor = Number(process.env['TEST_PATIENCE'] ?? 1);

export const PATIENCE = {
  /** A unit or store test, and each of its hooks. */
  test: 60_000 * factor,
  /** A journey in a browser. */
  journey: 180_000 * factor,
  /** What a test asks for again and again until it is so, and each step in a browser. */
  poll: 60_000 * factor,
};
