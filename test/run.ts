/**
 * Which part of the tests runs, by the setting `TEST_RUN`. Without it every behavior is proved once,
 * where that is cheapest: store tests on PostgreSQL, journeys on one screen. With `rest` the same files
 * run where the default run leaves them out: on the embedded database and on the other screen.
 */
export const isRest = process.env['TEST_RUN'] === 'rest';
