/** 128 random bits in hex: a document's name in public addresses. */
export const PUBLIC_ID = /^[0-9a-f]{32}$/;
