const HOUR = 3_600_000;

/**
 * Things in the order in which they happen, each at its own time: what happens may plan what comes of
 * it. What would happen after the end does not.
 */
export function createTimeline(end: Date) {
  let instant = end;
  const planned: { time: number; run: () => Promise<unknown> }[] = [];
  return {
    clock: { now: () => instant },
    plan(date: string, hour: number, run: () => Promise<unknown>) {
      const time = Date.parse(`${date}T00:00:00Z`) + hour * HOUR;
      if (time > end.getTime()) return;
      const place = planned.findIndex((other) => other.time > time);
      planned.splice(place < 0 ? planned.length : place, 0, { time, run });
    },
    async happen() {
      for (let next = planned.shift(); next; next = planned.shift()) {
        instant = new Date(next.time);
        await next.run();
      }
      instant = end;
    },
  };
}
export type Timeline = ReturnType<typeof createTimeline>;
