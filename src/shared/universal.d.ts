/** What Node and browsers both have and the language's own library does not describe. */
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly search: string;
}

/** An object in Node, a number in browsers. */
type Timer = object;
declare function setTimeout(run: () => void, milliseconds: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
