import type { StoredPart } from './file-store.ts';

/** The bytes of one transfer: parts that are there, and those on their way at this moment. */
interface Room {
  sizes: Promise<Map<number, number> | undefined>;
  /** Bytes that have come of parts that are not whole yet. */
  underway: number;
  users: number;
}

/** A part that is being received. */
export interface PartReceipt {
  /** Whether so many bytes more have their place beside all other parts. */
  fits: (bytes: number) => boolean;
  /** The part is there, with its size; without one it broke off. */
  end: (size?: number) => void;
}

/**
 * Keeps the parts of a transfer that are sent at the same time within one limit: each counts what
 * the others have received so far, not only what is stored.
 */
export class PartRooms {
  readonly #rooms = new Map<string, Room>();
  readonly #listParts: (uploadId: string) => Promise<StoredPart[] | undefined>;

  constructor(listParts: (uploadId: string) => Promise<StoredPart[] | undefined>) {
    this.#listParts = listParts;
  }

  /** @returns undefined when there is no such transfer (any more) */
  async receive(
    uploadId: string,
    partNumber: number,
    maxBytes: number,
  ): Promise<PartReceipt | undefined> {
    const room = this.#rooms.get(uploadId) ?? {
      sizes: this.#listParts(uploadId).then(
        (parts) => parts && new Map(parts.map((part) => [part.partNumber, part.size])),
      ),
      underway: 0,
      users: 0,
    };
    this.#rooms.set(uploadId, room);
    room.users += 1;
    const leave = () => {
      room.users -= 1;
      if (room.users === 0) this.#rooms.delete(uploadId);
    };
    const sizes = await room.sizes.catch((error: unknown) => {
      leave();
      throw error;
    });
    if (!sizes) {
      leave();
      return undefined;
    }
    let mine = 0;
    return {
      fits(bytes) {
        mine += bytes;
        room.underway += bytes;
        let others = 0;
        for (const [number, size] of sizes) if (number !== partNumber) others += size;
        return others + room.underway <= maxBytes;
      },
      end(size) {
        room.underway -= mine;
        if (size !== undefined) sizes.set(partNumber, size);
        leave();
      },
    };
  }
}
