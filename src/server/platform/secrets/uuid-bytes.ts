/** A UUID as its 16 bytes. */
export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** The UUID that begins some bytes. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ];
  return groups.join('-');
}
