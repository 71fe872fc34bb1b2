/** '812 bytes', '34 KB', '4.2 MB': as file managers count, in 1,024s. */
export function fileSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilobytes = Math.round(bytes / 1_024);
  if (kilobytes < 1_024) return `${kilobytes} KB`;
  const megabytes = (bytes / 1_048_576).toFixed(1);
  return `${megabytes.replace(/\.0$/, '')} MB`;
}
