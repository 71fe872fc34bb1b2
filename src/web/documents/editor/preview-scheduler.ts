/**
 * Keeps a picture in step with what somebody types: asks at once, has at most one question under
 * way, and remembers only the newest of those that came up meanwhile. So it never floods the
 * server, never shows an older state after a newer one, and always ends on the last.
 */
export interface PreviewScheduler<Input> {
  /** Asks for this input's picture, now or as soon as the one under way is there. */
  request(input: Input): void;
  /** Answers that come after this are dropped. */
  dispose(): void;
}

interface PreviewSchedulerOptions<Input, Picture> {
  draw: (input: Input, signal: AbortSignal) => Promise<Picture>;
  onPicture: (picture: Picture, input: Input) => void;
  onError: (error: unknown, input: Input) => void;
  /** Called when drawing begins and ends. */
  onBusy?: (busy: boolean) => void;
  /** A question that has no answer by then is given up, so that later ones get their turn. */
  timeoutMs?: number;
}

export function createPreviewScheduler<Input, Picture>({
  draw,
  onPicture,
  onError,
  onBusy,
  timeoutMs = 20_000,
}: PreviewSchedulerOptions<Input, Picture>): PreviewScheduler<Input> {
  let running: AbortController | undefined;
  let waiting: { input: Input } | undefined;
  let disposed = false;

  const start = (input: Input): void => {
    const attempt = new AbortController();
    running = attempt;
    onBusy?.(true);
    const timer = setTimeout(() => {
      settle(attempt, () => onError(new Error('The preview took too long'), input));
      attempt.abort();
    }, timeoutMs);
    // A `draw` that throws at once must end like one that rejects.
    Promise.resolve()
      .then(() => draw(input, attempt.signal))
      .then(
        (picture) => settle(attempt, () => onPicture(picture, input)),
        (error: unknown) => settle(attempt, () => onError(error, input)),
      )
      .finally(() => clearTimeout(timer));
  };

  /** Tells the outcome of the attempt, once, and begins the next. */
  const settle = (attempt: AbortController, tell: () => void): void => {
    if (disposed || running !== attempt) return;
    running = undefined;
    tell();
    const next = waiting;
    waiting = undefined;
    if (next) start(next.input);
    else onBusy?.(false);
  };

  return {
    request(input) {
      if (disposed) return;
      if (running) waiting = { input };
      else start(input);
    },
    dispose() {
      disposed = true;
      waiting = undefined;
      running?.abort();
      running = undefined;
    },
  };
}
